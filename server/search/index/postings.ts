import { Places, PlacesWriter } from './places.ts';
import { MOST_LISTED, NO_RANKS, uniteLists, type Ranks } from './ranks.ts';
import { RankSet, type FillWords } from './rank-sets.ts';
import type { Located, LocateBytes, ReadColumn, StoreColumn } from './stored-parts.ts';

/** A list that has more than one rank in so many is stored as bits, the others as differences of one to five bytes. */
const BITS_FROM = 32;

/** In bytes: one product or two, or a few of the most popular. */
const SHORT = 8;

/** So few lists are merged; more are gathered in a set. */
const FEW_LISTS = 4;

/** Where postings are: their bytes in a column, unless something else finds them. */
type StoredPostings = { column: ReadColumn; locate?: LocateBytes; lastRank: number };

/** Numbered lists of ranks that never change: the products of each word, subject or author. */
export class Postings {
  readonly #lastRank: number;
  readonly #locate: LocateBytes;
  readonly #places: Places;
  readonly #bits = new Map<number, Uint32Array>();
  /** Empty, for the next union of few ranks. */
  readonly #few: RankSet;

  constructor(name: string, { column, locate, lastRank }: StoredPostings) {
    [this.#lastRank, this.#locate] = [lastRank, locate ?? inMemory(new Uint8Array(column(name)))];
    this.#places = new Places(name, column);
    this.#few = new RankSet(new Uint32Array(wordsFor(lastRank)));
    const [inBits, bits] = [new Uint32Array(column(`${name}: in bits`)), new Uint32Array(column(`${name}: bits`))];
    const words = wordsFor(lastRank);
    for (const [index, list] of inBits.entries())
      this.#bits.set(list, bits.subarray(index * words, (index + 1) * words));
  }

  isEmpty(list: number): boolean {
    return list >= this.#places.size || (this.#places.length(list) === 0 && !this.#bits.has(list));
  }

  /** The ranks that are in one of these lists. */
  union(lists: ArrayLike<number>): Ranks {
    if (lists.length === 0) return NO_RANKS;
    if (lists.length === 1) return this.#ranks(lists[0]!);
    if (this.#areMany(lists))
      return new RankSet(new Uint32Array(wordsFor(this.#lastRank)), { fills: [this.#readTogether(lists)] });
    if (lists.length <= FEW_LISTS) return Array.from(lists, (list) => this.#list(list)).reduce(uniteLists);
    this.#readTogether(lists)(this.#few.words, 0, this.#few.length);
    const ranks = this.#few.first(MOST_LISTED);
    this.#few.clear();
    return ranks;
  }

  /** Whether a union may have too many ranks for a list: each takes at least a byte. */
  #areMany(lists: ArrayLike<number>): boolean {
    let bytes = 0;
    for (let index = 0; index < lists.length && bytes <= MOST_LISTED; index += 1)
      bytes += this.#bits.has(lists[index]!) ? Infinity : this.#places.length(lists[index]!);
    return bytes > MOST_LISTED;
  }

  #ranks(list: number): Ranks {
    const bits = this.#bits.get(list);
    return bits ? new RankSet(bits) : this.#list(list);
  }

  /** Of a list that is stored as differences. */
  #list(list: number): Uint32Array {
    if (this.isEmpty(list)) return new Uint32Array(0);
    const { bytes, place: start, length } = this.#open(list);
    let [place, count] = [start, 0];
    // The last byte of a difference is below 128.
    for (const end = start + length; place < end; place += 1) if (bytes[place]! < 128) count += 1;
    const ranks = new Uint32Array(count);
    place = start;
    for (let index = 0, rank = 0; index < count; index += 1) {
      let byte = bytes[place++]!;
      let difference = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[place++]!;
        difference |= (byte & 127) << shift;
      }
      ranks[index] = rank += difference;
    }
    return ranks;
  }

  /** Fills a set with all of these lists. Short ones, as most are, are read with the first fill, so that nothing is kept of them. */
  #readTogether(lists: ArrayLike<number>): FillWords {
    const inBits: Uint32Array[] = [];
    const short: number[] = [];
    const long: number[] = [];
    for (let index = 0; index < lists.length; index += 1) {
      const [list, bits] = [lists[index]!, this.#bits.get(lists[index]!)];
      if (bits) inBits.push(bits);
      else if (!this.isEmpty(list)) (this.#places.length(list) <= SHORT ? short : long).push(list);
    }
    let unread: UnreadLists | undefined;
    return (words, from, end) => {
      for (const bits of inBits) for (let index = from; index < end; index += 1) words[index]! |= bits[index]!;
      if (!unread) {
        this.#unread(short).readUntil(Infinity, words);
        unread = this.#unread(long);
        short.length = long.length = 0;
      }
      unread.readUntil(end * 32, words);
    };
  }

  #unread(lists: readonly number[]): UnreadLists {
    const unread = new UnreadLists(lists.length, this.#locate);
    for (const list of lists) unread.add(this.#places.start(list), this.#places.length(list));
    return unread;
  }

  #open(list: number): Located & { length: number } {
    const [start, length] = [this.#places.start(list), this.#places.length(list)];
    const { bytes, place } = this.#locate(start, start + length);
    return { bytes, place, length };
  }
}

/** Lists that are read side by side, as far as they are asked for. */
class UnreadLists {
  readonly #locate: LocateBytes;
  #count = 0;
  /** Where each list is read on, where it ends, and its last rank that was read. */
  readonly #places: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #ranks: Uint32Array;

  constructor(most: number, locate: LocateBytes) {
    this.#locate = locate;
    [this.#places, this.#ends, this.#ranks] = [new Uint32Array(most), new Uint32Array(most), new Uint32Array(most)];
  }

  add(start: number, length: number): void {
    [this.#places[this.#count], this.#ends[this.#count]] = [start, start + length];
    this.#count += 1;
  }

  /** Adds all ranks before another to the bits of a set; lists that are at their end are left out from then on. */
  readUntil(limit: number, words: Uint32Array): void {
    const [places, ends, ranks, count] = [this.#places, this.#ends, this.#ranks, this.#count];
    this.#count = 0;
    for (let list = 0; list < count; list += 1) {
      const [start, end] = [places[list]!, ends[list]!];
      const { bytes, place: first } = this.#locate(start, end);
      const last = first + end - start;
      let [place, rank] = [first, ranks[list]!];
      while (place < last) {
        let next = place;
        let byte = bytes[next++]!;
        let difference = byte & 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[next++]!;
          difference |= (byte & 127) << shift;
        }
        if (rank + difference >= limit) break;
        [rank, place] = [rank + difference, next];
        words[rank >>> 5]! |= 1 << (rank & 31);
      }
      if (place < last) this.#keep(start + place - first, end, rank);
    }
  }

  #keep(place: number, end: number, rank: number): void {
    [this.#places[this.#count], this.#ends[this.#count], this.#ranks[this.#count]] = [place, end, rank];
    this.#count += 1;
  }
}

function inMemory(bytes: Uint8Array): LocateBytes {
  return (start) => ({ bytes, place: start });
}

/** So many entries are in one array. */
const CHUNK = 1 << 20;

/** Gathers {@link Postings}: entries of one rank after the other, which say by themselves in which list they are. */
export class PostingsWriter {
  readonly #chunks: Uint32Array[] = [];
  /** The end of each rank's entries; those of rank 0, which no product has, are none. */
  readonly #ends: number[] = [0];
  #end = 0;

  add(entry: number): void {
    if (this.#end % CHUNK === 0) this.#chunks.push(new Uint32Array(CHUNK));
    this.#chunks.at(-1)![this.#end++ % CHUNK] = entry;
  }

  /** Ends the entries of the next rank. */
  endRank(): void {
    this.#ends.push(this.#end);
  }

  /** Stores as many lists; `listsOf` tells an entry's. A rank is in a list at most once. */
  finish(name: string, { lists, listsOf }: { lists: number; listsOf: ListsOf }, store: StoreColumn): void {
    const lastRank = this.#ends.length - 1;
    const [counts, sizes, last] = [new Uint32Array(lists), new Uint32Array(lists), new Uint32Array(lists)];
    this.#forEach(listsOf, (list, rank) => {
      counts[list]! += 1;
      sizes[list]! += bytesFor(rank - last[list]!);
      last[list] = rank;
    });
    const inBits = Uint32Array.from(counts.keys()).filter((list) => counts[list]! * BITS_FROM > lastRank);
    for (const list of inBits) sizes[list] = 0;
    const places = new PlacesWriter();
    const starts = sizes.map((size) => places.add(size));
    const [bytes, words] = [new Uint8Array(places.end), wordsFor(lastRank)];
    const bits = new Uint32Array(inBits.length * words);
    const bitsOf = new Map(Array.from(inBits, (list, index) => [list, index * words]));
    last.fill(0);
    this.#forEach(listsOf, (list, rank) => {
      const first = sizes[list] === 0 ? bitsOf.get(list) : undefined;
      if (first !== undefined) {
        bits[first + (rank >>> 5)]! |= 1 << (rank & 31);
        return;
      }
      let [place, difference] = [starts[list]!, rank - last[list]!];
      for (; difference > 127; difference >>>= 7) bytes[place++] = (difference & 127) | 128;
      bytes[place++] = difference;
      [starts[list], last[list]] = [place, rank];
    });
    store(name, bytes);
    places.finish(name, store);
    store(`${name}: in bits`, inBits);
    store(`${name}: bits`, bits);
  }

  #forEach(listsOf: ListsOf, visit: (list: number, rank: number) => void): void {
    let rank = 1;
    const visitList = (list: number) => visit(list, rank);
    for (let index = 0; rank < this.#ends.length; rank += 1)
      for (const end = this.#ends[rank]!; index < end; index += 1)
        listsOf(this.#chunks[Math.floor(index / CHUNK)]![index % CHUNK]!, visitList);
  }
}

/** Tells the numbers of the lists that an entry is in. */
type ListsOf = (entry: number, tell: (list: number) => void) => void;

function wordsFor(lastRank: number): number {
  return (lastRank >>> 5) + 1;
}

function bytesFor(difference: number): number {
  return difference < 1 << 7 ? 1 : difference < 1 << 14 ? 2 : difference < 1 << 21 ? 3 : difference < 1 << 28 ? 4 : 5;
}
