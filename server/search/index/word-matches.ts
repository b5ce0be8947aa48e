import type { IndexFile } from './index-file.ts';
import { soundToken } from './other-spellings.ts';
import type { IndexedProduct } from './product-facts.ts';
import { KeptSets, RankSet, Recent } from './rank-sets.ts';

/** Where words are searched: in titles, in titles and names, or in all texts. */
export type TextColumns = 'title' | 'names' | 'text';
const COLUMN_NAMES = { title: ['title'], names: ['title', 'names'], text: ['title', 'names', 'text'] } as const;
const COLUMN_FILTERS = { title: 'title : ', names: '{title names} : ', text: '' };

type Document = IndexedProduct['document'];
type Words = readonly string[];

/** So many words' products are kept where they are many: an eighth of a megabyte each among a million. */
const KEPT_WORDS = 192;
/** A word in more products than this is kept. */
const MANY_PRODUCTS = 4096;
/** So many queries' first matches are kept. */
const KEPT_QUERIES = 512;

/** The products that have all words of a query; the last word may be unfinished. */
export class WordMatches {
  readonly #file: IndexFile;
  readonly #kept = new KeptSets<Document | undefined>(KEPT_WORDS);
  readonly #firsts = new Recent<Uint32Array>(KEPT_QUERIES);

  constructor(file: IndexFile) {
    this.#file = file;
  }

  /** Puts a product whose texts are new where it belongs; without texts nowhere. */
  update(rank: number, document: Document | undefined): void {
    this.#kept.update(rank, document);
    this.#firsts.clear();
  }

  /** The `limit` most popular matches. */
  first(words: Words, columns: TextColumns, limit: number): Uint32Array {
    const expression = COLUMN_FILTERS[columns] + `(${allOf(words)})`;
    return this.#firsts.get(`${limit} ${expression}`, () => {
      const kept = this.#terms(words, columns).map(({ name }) => this.#kept.get(name));
      if (kept.every((set) => set !== undefined)) return intersection(kept).first(limit);
      return this.#file.match(expression, limit);
    });
  }

  /** All matches. */
  all(words: Words, columns: TextColumns): RankSet {
    return intersection(this.#terms(words, columns).map((term) => this.#matchesOf(term)));
  }

  #matchesOf({ name, isMember }: Term): RankSet {
    const known = this.#kept.get(name);
    if (known) return known;
    const ranks = this.#file.match(name, -1);
    const set = RankSet.of(ranks);
    if (ranks.length > MANY_PRODUCTS) this.#kept.keep(name, set, isMember);
    return set;
  }

  #terms(words: Words, columns: TextColumns): Term[] {
    return words.map((word, index) => toTerm(word, { isUnfinished: index === words.length - 1, columns }));
  }
}

function intersection(sets: readonly RankSet[]): RankSet {
  return sets.reduce((all, set) => all.intersect(set));
}

/** A word as an FTS5 expression, by which its products are kept, and as a question to a document. */
type Term = { name: string; isMember: (document: Document | undefined) => boolean };

function toTerm(word: string, { isUnfinished, columns }: { isUnfinished: boolean; columns: TextColumns }): Term {
  const sound = soundToken(word);
  const isWanted = (token: string) => token === sound || (isUnfinished ? token.startsWith(word) : token === word);
  return {
    name: COLUMN_FILTERS[columns] + termExpression(word, isUnfinished),
    isMember: (document) =>
      document !== undefined && COLUMN_NAMES[columns].some((column) => document[column].split(' ').some(isWanted)),
  };
}

/** Folded words have nothing that must be escaped. */
function termExpression(word: string, isUnfinished: boolean): string {
  const typed = isUnfinished ? `${quote(word)}*` : quote(word);
  const sound = soundToken(word);
  return sound === undefined ? typed : `(${typed} OR ${quote(sound)})`;
}

/** All words, of the last one only the beginning; instead of a word also what sounds like it. */
function allOf(words: Words): string {
  return words.map((word, index) => termExpression(word, index === words.length - 1)).join(' AND ');
}

/** The words, one of each group, of a product that has one of each; undefined where no product has. */
export function findTogether(file: IndexFile, columns: TextColumns, groups: readonly Words[]): string[] | undefined {
  const expression = groups.map((group) => `(${group.map(quote).join(' OR ')})`).join(' AND ');
  const filter = COLUMN_FILTERS[columns];
  const [rank] = file.match(`${filter}(${expression})`, 1);
  if (rank === undefined) return undefined;
  return groups.map((group) => group.find((word) => file.matches(rank, filter + quote(word)))!);
}

function quote(word: string): string {
  return `"${word}"`;
}
