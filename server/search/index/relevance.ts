import type { ProductIndex } from './product-index.ts';
import type { RankSet } from './rank-sets.ts';
import type { TextColumns } from './word-matches.ts';

/** Matches in the order of their ranks: the first of them, or all; `passing` is what a filter lets through. */
export type Found =
  | { first: Uint32Array; set?: undefined; passing?: undefined }
  | { first?: undefined; set: RankSet; passing?: RankSet | undefined };

/** So many of the most popular title matches are put in the order of how their titles begin. */
const MAX_TITLES_READ = 100;
/** At most so many volumes of a series are put in their order. */
const MAX_SERIES = 200;

type Wanted = { words: readonly string[]; count: number };

/**
 * The exact title; the series of just that name, in its order; titles that begin with the words or contain them in order,
 * or at all; names; texts. The most popular first.
 */
export function byRelevance(index: ProductIndex, found: Found, { words, count }: Wanted): Uint32Array {
  const ordered = new Set<number>();
  const { columns, file } = index;
  const take = (ranks: Iterable<number>) => {
    for (const rank of ranks) {
      if (ordered.size >= count) return;
      if (columns.listed.has(rank) && (found.passing?.has(rank) ?? true)) ordered.add(rank);
    }
  };
  const matching = (where: TextColumns, most: number) =>
    found.passing
      ? index.words.all(words, where).intersect(found.passing).first(most)
      : index.words.first(words, where, most);
  take(file.titles.find(words.join(' '), (rank) => file.title(rank)));
  take(listSeries(index, words.join(' ')));
  if (ordered.size < count) {
    const inTitle = matching('title', Math.max(count, MAX_TITLES_READ));
    take(byTitle(index, inTitle.subarray(0, MAX_TITLES_READ), words));
    take(inTitle);
  }
  if (ordered.size < count) take(matching('names', count));
  take(found.first ?? found.set.first(count + ordered.size));
  return Uint32Array.from(ordered);
}

/** The products of series with this name, by their numbers. */
function listSeries({ file, filters, columns }: ProductIndex, name: string): number[] {
  const named = file.links.seriesNamed(name);
  if (named.size === 0) return [];
  const ranks = filters.ofSeries(named).intersect(columns.listed).first(MAX_SERIES);
  const numbered = Array.from(ranks, (rank) => ({ rank, number: file.placeInSeries(rank) }));
  return numbered.toSorted((a, b) => (a.number === b.number ? 0 : a.number - b.number)).map(({ rank }) => rank);
}

/** Those whose titles begin with the words, then those that contain them in order, then the others. */
function byTitle({ file }: ProductIndex, ranks: Uint32Array, words: readonly string[]): number[] {
  const typed = words.join(' ');
  const place = (title: string) => (title.startsWith(typed) ? 0 : ` ${title}`.includes(` ${typed}`) ? 1 : 2);
  const placed = Array.from(ranks, (rank) => ({ rank, place: place(file.title(rank)) }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ rank }) => rank);
}
