/** The most announcements that are planned at once, and the most characters of one in a language. */
export const MAX_ANNOUNCEMENTS = 20;
export const MAX_ANNOUNCEMENT = 160;

/** The first and the last day of something, in Malaysia; without them from ever, or for ever. */
export type Days = { from?: string | undefined; to?: string | undefined };

export function isOnDay({ from = '', to = '9999' }: Days, day: string): boolean {
  return from <= day && day <= to;
}

/** Those by their place that are on a day of one before them, or end before they begin: of one day there is one at most. */
export function overlappingDays(all: readonly Days[]): number[] {
  const isWrong = ({ from = '', to = '9999' }: Days, place: number) =>
    from > to || all.slice(0, place).some((other) => (other.from ?? '') <= to && from <= (other.to ?? '9999'));
  return all.flatMap((one, place) => (isWrong(one, place) ? [place] : []));
}
