import { compact, NO_RANKS, type Ranks } from './ranks.ts';
import { RankSet } from './rank-sets.ts';

/** A list that has more than one rank in so many is stored as bits, the others as differences of one to five bytes. */
const BITS_FROM = 32;

/** What a file keeps of {@link Postings}. */
export type StoredPostings = { starts: Uint32Array; counts: Uint32Array; bytes: Uint8Array };

/** Numbered lists of ranks that never change: the products of each word, subject or author. */
export class Postings {
  readonly #stored: StoredPostings;
  readonly #lastRank: number;

  constructor(stored: StoredPostings, lastRank: number) {
    [this.#stored, this.#lastRank] = [stored, lastRank];
  }

  /** How many ranks a list has. */
  count(list: number): number {
    return this.#stored.counts[list] ?? 0;
  }

  /** The ranks that are in one of these lists. */
  union(lists: ArrayLike<number>): Ranks {
    if (lists.length === 0) return NO_RANKS;
    if (lists.length === 1) return this.#ranks(lists[0]!);
    const union = new RankSet(new Uint32Array(wordsFor(this.#lastRank)));
    for (let index = 0; index < lists.length; index += 1) this.#addTo(union.words, lists[index]!);
    return compact(union);
  }

  #ranks(list: number): Ranks {
    if (this.#isBits(list)) return new RankSet(this.#bits(list));
    const ranks = new Uint32Array(this.count(list));
    let [place, rank] = [this.#stored.starts[list]!, 0];
    const { bytes } = this.#stored;
    for (let index = 0; index < ranks.length; index += 1) {
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
    if (this.#isBits(list)) {
      const bits = this.#bits(list);
      for (let index = 0; index < bits.length; index += 1) words[index]! |= bits[index]!;
      return;
    }
    const { starts, bytes } = this.#stored;
    let rank = 0;
    for (let place = starts[list]!, left = this.count(list); left > 0; left -= 1) {
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

  #isBits(list: number): boolean {
    return isBits(this.count(list), this.#lastRank);
  }

  #bits(list: number): Uint32Array {
    const { starts, bytes } = this.#stored;
    return new Uint32Array(bytes.buffer, bytes.byteOffset + starts[list]!, wordsFor(this.#lastRank));
  }
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

  /** The lists: `listOf` gives an entry's, or a negative number where it is in none. A rank is in a list at most once. */
  finish(lists: number, listOf: (entry: number) => number): StoredPostings {
    const lastRank = this.#ends.length - 1;
    const [counts, sizes, last] = [new Uint32Array(lists), new Uint32Array(lists), new Uint32Array(lists)];
    this.#forEach(listOf, (list, rank) => {
      counts[list]! += 1;
      sizes[list]! += bytesFor(rank - last[list]!);
      last[list] = rank;
    });
    const starts = startsOf(counts, sizes, lastRank);
    const bytes = new Uint8Array(starts[lists]!);
    const bits = new Uint32Array(bytes.buffer);
    const places = starts.slice();
    last.fill(0);
    this.#forEach(listOf, (list, rank) => {
      if (isBits(counts[list]!, lastRank)) {
        bits[(starts[list]! >>> 2) + (rank >>> 5)]! |= 1 << (rank & 31);
        return;
      }
      let [place, difference] = [places[list]!, rank - last[list]!];
      for (; difference > 127; difference >>>= 7) bytes[place++] = (difference & 127) | 128;
      bytes[place++] = difference;
      [places[list], last[list]] = [place, rank];
    });
    return { starts, counts, bytes };
  }

  #forEach(listOf: (entry: number) => number, visit: (list: number, rank: number) => void): void {
    for (let rank = 1, index = 0; rank < this.#ends.length; rank += 1)
      for (const end = this.#ends[rank]!; index < end; index += 1) {
        const list = listOf(this.#chunks[Math.floor(index / CHUNK)]![index % CHUNK]!);
        if (list >= 0) visit(list, rank);
      }
  }
}

/** Where each list begins, and where the last one ends; bits begin at whole numbers. */
function startsOf(counts: Uint32Array, sizes: Uint32Array, lastRank: number): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  let end = 0;
  for (const [list, count] of counts.entries()) {
    const isDense = isBits(count, lastRank);
    if (isDense) end = Math.ceil(end / 4) * 4;
    starts[list] = end;
    end += isDense ? wordsFor(lastRank) * 4 : sizes[list]!;
  }
  starts[counts.length] = Math.ceil(end / 4) * 4;
  return starts;
}

function isBits(count: number, lastRank: number): boolean {
  return count * BITS_FROM > lastRank;
}

function wordsFor(lastRank: number): number {
  return (lastRank >>> 5) + 1;
}

function bytesFor(difference: number): number {
  return difference < 1 << 7 ? 1 : difference < 1 << 14 ? 2 : difference < 1 << 21 ? 3 : difference < 1 << 28 ? 4 : 5;
}
