import { Places, PlacesWriter } from './places.ts';
import { compact, NO_RANKS, type Ranks } from './ranks.ts';
import { RankSet } from './rank-sets.ts';
import type { Located, LocateBytes, ReadColumn, StoreColumn } from './stored-parts.ts';

/** A list that has more than one rank in so many is stored as bits, the others as differences of one to five bytes. */
const BITS_FROM = 32;

/** Where postings are: their bytes in a column, unless something else finds them. */
type StoredPostings = { column: ReadColumn; locate?: LocateBytes; lastRank: number };

/** Numbered lists of ranks that never change: the products of each word, subject or author. */
export class Postings {
  readonly #lastRank: number;
  readonly #locate: LocateBytes;
  readonly #places: Places;
  readonly #bits = new Map<number, Uint32Array>();
  /** Empty, for the next union. */
  #union: RankSet | undefined;

  constructor(name: string, { column, locate, lastRank }: StoredPostings) {
    [this.#lastRank, this.#locate] = [lastRank, locate ?? inMemory(new Uint8Array(column(name)))];
    this.#places = new Places(name, column);
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
    const union = this.#union ?? new RankSet(new Uint32Array(wordsFor(this.#lastRank)));
    for (let index = 0; index < lists.length; index += 1) this.#addTo(union.words, lists[index]!);
    const ranks = compact(union);
    this.#union = ranks === union ? undefined : union.clear();
    return ranks;
  }

  #ranks(list: number): Ranks {
    const bits = this.#bits.get(list);
    if (bits) return new RankSet(bits);
    if (this.isEmpty(list)) return NO_RANKS;
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

  #addTo(words: Uint32Array, list: number): void {
    const bits = this.#bits.get(list);
    if (bits) {
      for (let index = 0; index < bits.length; index += 1) words[index]! |= bits[index]!;
      return;
    }
    if (this.isEmpty(list)) return;
    const { bytes, place: start, length } = this.#open(list);
    let [place, rank] = [start, 0];
    for (const end = start + length; place < end;) {
      let byte = bytes[place++]!;
      let difference = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[place++]!;
        difference |= (byte & 127) << shift;
      }
      rank += difference;
      words[rank >>> 5]! |= 1 << (rank & 31);
    }
  }

  #open(list: number): Located & { length: number } {
    const [start, length] = [this.#places.start(list), this.#places.length(list)];
    const { bytes, place } = this.#locate(start, start + length);
    return { bytes, place, length };
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
