/** How long after its publication a title is among the new ones. */
const NEW_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * The first day of publication that is new on a day (`2026-11-23`). Dates compare as texts, as precise as they are known: of a
 * title of which only the year is known nobody can say that it is new.
 */
export function newSince(today: string): string {
  return new Date(Date.parse(today) - NEW_DAYS * DAY_MS).toISOString().slice(0, 10);
}

/** The last day that a date may mean, as precise as it is known: `2026-12` is `2026-12-31` at the latest. */
export function latestDay(date: string): string {
  const [year = 0, month, day] = date.split('-').map(Number);
  if (day !== undefined) return date;
  const afterwards = Date.UTC(month === undefined ? year + 1 : year, month ?? 0, 1);
  return new Date(afterwards - DAY_MS).toISOString().slice(0, 10);
}
