import { firstInAll, type Ranks } from './ranks.ts';
import type { ProductIndex } from './product-index.ts';
import type { TextColumns } from './word-lists.ts';

/** So many of the most popular title matches are put in the order of how their titles begin. */
const MAX_TITLES_READ = 100;
/** At most so many volumes of a series are put in their order. */
const MAX_SERIES = 200;

/** `passing`: what a filter lets through. */
type Wanted = { words: readonly string[]; passing: readonly Ranks[]; count: number };

/**
 * The exact title; the series of just that name, in its order; titles that begin with the words or contain them in order,
 * or at all; names; texts. The most popular first.
 */
export function byRelevance(index: ProductIndex, { words, passing, count }: Wanted): Uint32Array {
  const ordered = new Set<number>();
  const { file } = index;
  const take = (ranks: Iterable<number>) => {
    for (const rank of ranks) {
      if (ordered.size >= count) return;
      ordered.add(rank);
    }
  };
  const takePassing = (ranks: Uint32Array) => {
    const passed = new Set(firstInAll([ranks.toSorted(), ...passing], ranks.length));
    take(ranks.filter((rank) => passed.has(rank)));
  };
  const matching = (where: TextColumns, most: number) =>
    firstInAll([...index.words.of(words, where), ...passing], most);
  takePassing(Uint32Array.from(file.titles.find(words.join(' '), (rank) => file.title(rank))));
  takePassing(listSeries(index, words.join(' ')));
  if (ordered.size < count) {
    const inTitle = matching('title', Math.max(count, MAX_TITLES_READ));
    take(byTitle(index, inTitle.subarray(0, MAX_TITLES_READ), words));
    take(inTitle);
  }
  if (ordered.size < count) take(matching('names', count));
  if (ordered.size < count) take(matching('text', count + ordered.size));
  return Uint32Array.from(ordered);
}

/** The products of series with this name, by their numbers. */
function listSeries({ file, filters, columns }: ProductIndex, name: string): Uint32Array {
  const named = file.links.seriesNamed(name);
  if (named.length === 0) return new Uint32Array(0);
  const ranks = firstInAll([filters.inGroups('series', named), columns.listed], MAX_SERIES);
  const numbered = Array.from(ranks, (rank) => ({ rank, number: file.placeInSeries(rank) }));
  const ordered = numbered.toSorted((a, b) => (a.number === b.number ? 0 : a.number - b.number));
  return Uint32Array.from(ordered, ({ rank }) => rank);
}

/** Those whose titles begin with the words, then those that contain them in order, then the others. */
function byTitle({ file }: ProductIndex, ranks: Uint32Array, words: readonly string[]): number[] {
  const typed = words.join(' ');
  const place = (title: string) => (title.startsWith(typed) ? 0 : ` ${title}`.includes(` ${typed}`) ? 1 : 2);
  const placed = Array.from(ranks, (rank) => ({ rank, place: place(file.title(rank)) }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ rank }) => rank);
}
