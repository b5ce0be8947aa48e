/** Whether a publication date has not come yet. */
export function isInFuture(date: string): boolean {
  return date > new Date().toISOString().slice(0, date.length);
}
