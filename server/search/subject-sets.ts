import { Dictionary, RankLists, RankSet } from './rank-sets.ts';

/** Subjects with at most so many characters have a set each; sets of all would take 125 kB each for a million products. */
const SET_DEPTH = 2;

/** The subjects of each rank with all above them, and which ranks a subject has. */
export class SubjectSets {
  readonly #codes = new Dictionary();
  readonly #lists = new RankLists();
  readonly #sets: RankSet[] = [];

  set(rank: number, codes: readonly string[]): void {
    this.#lists.set(
      rank,
      codes.map((code) => this.#codes.number(code)),
    );
  }

  join(rank: number): void {
    for (const subject of this.#lists.get(rank))
      if (this.#codes.text(subject).length <= SET_DEPTH) (this.#sets[subject] ??= new RankSet()).add(rank);
  }

  leave(rank: number): void {
    for (const subject of this.#lists.get(rank)) this.#sets[subject]?.delete(rank);
  }

  /** The ranks of one of these subjects; those of a deeper one are looked for among those of the set above it. */
  find(codes: readonly string[]): RankSet {
    const deep = codes.filter((code) => code.length > SET_DEPTH);
    const numbers = new Set(deep.map((code) => this.#codes.find(code)).filter((number) => number !== undefined));
    const found = this.#union(codes.filter((code) => code.length <= SET_DEPTH));
    if (numbers.size === 0) return found;
    for (const rank of this.#union(deep.map((code) => code.slice(0, SET_DEPTH))).first(Infinity))
      if (this.#lists.hasAny(rank, numbers)) found.add(rank);
    return found;
  }

  /** How many of these ranks each subject has. */
  count(ranks: Uint32Array): { value: string; count: number }[] {
    return this.#lists.count(ranks).map(([subject, count]) => ({ value: this.#codes.text(subject), count }));
  }

  /** A set of its own. */
  #union(codes: readonly string[]): RankSet {
    const sets = codes.flatMap((code) => this.#sets[this.#codes.find(code) ?? -1] ?? []);
    return sets.reduce((all, set) => all.union(set), new RankSet());
  }
}
