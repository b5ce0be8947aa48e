import { copyOf, lookingAt } from './fills.ts';
import { RankSet, roomFor, WINDOW } from './rank-sets.ts';

/** Ranks in order: few as a list, many as a set of bits. They belong to whoever gave them and are not changed. */
export type Ranks = Uint32Array | RankSet;

/** Sets of so many ranks or fewer are walked faster as lists. */
export const MOST_LISTED = 16_384;
/** So many ranks are passed on at once. */
const CHUNK = 4096;

export const NO_RANKS: Ranks = new Uint32Array(0);

/** The ranks that are in all of these, in order, some thousands at a time; each array is used again for the next ones. */
export function* ranksInAll(all: readonly Ranks[]): Iterable<Uint32Array> {
  const lists = all.filter((one) => one instanceof Uint32Array).toSorted((a, b) => a.length - b.length);
  const sets = all.filter((one) => one instanceof RankSet);
  if (lists.length > 0) yield* listedInAll(lists.reduce(intersectLists), sets);
  else if (sets.length > 0) yield* setInAll(sets);
}

/** The first `limit` ranks that are in all of these. */
export function firstInAll(all: readonly Ranks[], limit: number): Uint32Array {
  const ranks = roomFor(limit);
  let found = 0;
  for (const chunk of ranksInAll(all)) {
    const some = chunk.subarray(0, limit - found);
    ranks.set(some, found);
    found += some.length;
    if (found === limit) break;
  }
  return ranks.slice(0, found);
}

function* listedInAll(ranks: Uint32Array, sets: readonly RankSet[]): Iterable<Uint32Array> {
  const chunk = new Uint32Array(Math.min(ranks.length, CHUNK));
  for (let start = 0; start < ranks.length; start += CHUNK) {
    let found = 0;
    const end = Math.min(start + CHUNK, ranks.length);
    for (const set of sets) set.prepare((ranks[end - 1]! >>> 5) + 1);
    next: for (let index = start; index < end; index += 1) {
      const rank = ranks[index]!;
      for (const set of sets) if (!set.has(rank)) continue next;
      chunk[found++] = rank;
    }
    yield chunk.subarray(0, found);
  }
}

function* setInAll(sets: readonly RankSet[]): Iterable<Uint32Array> {
  const chunk = new Uint32Array(CHUNK);
  const length = Math.min(...sets.map((set) => set.length));
  for (let start = 0; start < length; start += WINDOW) {
    const end = Math.min(start + WINDOW, length);
    const [first, ...others] = sets.map((set) => set.wordsTo(end));
    let found = 0;
    for (let index = start; index < end; index += 1) {
      let word = first![index]!;
      for (const words of others) word &= words[index]!;
      for (; word !== 0; word &= word - 1) chunk[found++] = (index << 5) | (31 - Math.clz32(word & -word));
      if (found <= CHUNK - 32) continue;
      yield chunk.subarray(0, found);
      found = 0;
    }
    yield chunk.subarray(0, found);
  }
}

function intersectLists(few: Uint32Array, many: Uint32Array): Uint32Array {
  const common = new Uint32Array(few.length);
  let [found, place] = [0, 0];
  for (const rank of few) {
    while (place < many.length && many[place]! < rank) place += 1;
    if (many[place] === rank) common[found++] = rank;
  }
  return common.subarray(0, found);
}

/** All ranks of two lists, in order. */
export function uniteLists(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  let [found, place] = [0, 0];
  for (const rank of one) {
    while (place < other.length && other[place]! < rank) all[found++] = other[place++]!;
    if (other[place] === rank) place += 1;
    all[found++] = rank;
  }
  while (place < other.length) all[found++] = other[place++]!;
  return all.subarray(0, found);
}

/** The ranks of a set, as a list where they are few. */
function compact(set: RankSet): Ranks {
  const ranks = set.first(MOST_LISTED + 1);
  return ranks.length > MOST_LISTED ? set : ranks;
}

/** The ranks that are in one of these. */
export function either(all: readonly Ranks[]): Ranks {
  const some = all.filter((ranks) => ranks instanceof RankSet || ranks.length > 0);
  if (some.length <= 1) return some[0] ?? NO_RANKS;
  const union = new RankSet(new Uint32Array(Math.max(...some.map(wordsOf))));
  for (const ranks of some)
    if (ranks instanceof RankSet) union.addAll(ranks);
    else for (const rank of ranks) union.add(rank);
  return compact(union);
}

/** How many numbers the bits of these ranks take. */
function wordsOf(ranks: Ranks): number {
  return ranks instanceof RankSet ? ranks.words.length : (ranks.at(-1)! >>> 5) + 1;
}

/** `ranks`, but of those that changed the ones that belong now. */
export function replaceAmong(ranks: Ranks, changed: RankSet, isMember: (rank: number) => boolean): Ranks {
  if (ranks instanceof RankSet) {
    const words = new Uint32Array(Math.max(ranks.length, changed.length));
    return new RankSet(words, { fills: [copyOf(ranks), lookingAt(changed, isMember)] });
  }
  const others = changed.all().filter(isMember);
  const all = new Uint32Array(ranks.length + others.length);
  let found = 0;
  for (const rank of ranks) if (!changed.has(rank)) all[found++] = rank;
  if (others.length === 0) return all.subarray(0, found);
  all.set(others, found);
  return all.subarray(0, found + others.length).sort();
}
