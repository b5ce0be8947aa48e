import { isInFuture } from '#domain/dates.ts';

/** Whether a title with this publication date is not published yet. */
export function isForthcoming(published: string): boolean {
  return isInFuture(published, new Date().toISOString());
}
