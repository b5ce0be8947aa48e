import { latinDigits } from '../latin-digits.ts';

/** Where a title without a number stands in its series: after all that have one. */
export const LAST_POSITION = 2_147_483_647;

const HUNDREDTHS = 100;
const MOST = LAST_POSITION / HUNDREDTHS - 1;

/**
 * The place of a volume in its series by the first number in what is printed as its number: `2` before `10`, `2.5` and `2,5`
 * between `2` and `3`, `1-3` as `1`, digits of any script. A title without a number comes last.
 */
export function seriesPosition(number: string | null): number {
  const digits = latinDigits((number ?? '').normalize('NFKC'));
  const [found] = /\d+(?:[.,٫]\d+)?/.exec(digits) ?? [];
  if (found === undefined) return LAST_POSITION;
  return Math.round(Math.min(Number(found.replace(/[,٫]/, '.')), MOST) * HUNDREDTHS);
}

/** A volume of a series in one language, and whether a reader has it. */
export type SeriesVolume = { id: number; number: string; position: number; language: string; isOwned: boolean };

/** How far a reader is in a series: one volume in several languages counts once, and is theirs if they have one of them. */
export type SeriesProgress<Volume extends SeriesVolume> = {
  volumes: { number: string; isOwned: boolean }[];
  next: Volume | undefined;
};

/**
 * The numbered volumes of a series in their order. `next` is the first missing one after the last that the reader has, else the
 * first missing one, in the language of what they have.
 */
export function seriesProgress<Volume extends SeriesVolume>(all: readonly Volume[]): SeriesProgress<Volume> {
  const numbered = all.filter(({ position }) => position !== LAST_POSITION).toSorted((a, b) => a.position - b.position);
  const places = [...Map.groupBy(numbered, ({ position }) => position).values()];
  const isOwned = (editions: readonly Volume[]) => editions.some((one) => one.isOwned);
  const lastOwned = places.findLastIndex(isOwned);
  const missing = (editions: readonly Volume[]) => !isOwned(editions);
  const next = places.slice(lastOwned + 1).find(missing) ?? places.find(missing);
  const language = places[lastOwned]?.find((one) => one.isOwned)?.language;
  return {
    volumes: places.map((editions) => ({ number: editions[0]!.number, isOwned: isOwned(editions) })),
    next: next?.find((one) => one.language === language) ?? next?.[0],
  };
}
