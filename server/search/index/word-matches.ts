import type { IndexFile } from './index-file.ts';
import { soundToken } from './other-spellings.ts';
import { either, firstInAll, replaceAmong, type Ranks } from './ranks.ts';
import { Recent } from './rank-sets.ts';
import type { TextColumns, WordLists } from './word-lists.ts';

type Words = readonly string[];
type Wanted = { isUnfinished: boolean; columns: TextColumns };

const COLUMN_FILTERS = { title: 'title : ', names: '{title names} : ', text: '' };
/** So many words' products are kept until a text changes: at most an eighth of a megabyte each among a million. */
const KEPT_WORDS = 32;

/** The products that have the words of a query; the last word may be unfinished. */
export class WordMatches {
  readonly #file: IndexFile;
  readonly #lists: WordLists;
  readonly #recent = new Recent<Ranks>(KEPT_WORDS);

  constructor(file: IndexFile, lists: WordLists) {
    [this.#file, this.#lists] = [file, lists];
  }

  /** A text is another one now. */
  update(): void {
    this.#recent.clear();
  }

  /** The products that have each of the words; those that are in all have all of them. */
  of(words: Words, columns: TextColumns): Ranks[] {
    return words.map((word, index) => this.#ranks(word, { isUnfinished: index === words.length - 1, columns }));
  }

  /** The words, one of each group, of a product that has one of each; undefined where no product has. */
  together(groups: readonly Words[], columns: TextColumns): string[] | undefined {
    const ranksOf = (word: string) => this.#ranks(word, { isUnfinished: false, columns });
    const [rank] = firstInAll(
      groups.map((group) => either(group.map(ranksOf))),
      1,
    );
    if (rank === undefined) return undefined;
    const found = new Uint32Array([rank]);
    return groups.map((group) => group.find((word) => firstInAll([found, ranksOf(word)], 1).length > 0)!);
  }

  #ranks(word: string, wanted: Wanted): Ranks {
    const { isUnfinished, columns } = wanted;
    return this.#recent.get(`${columns} ${isUnfinished} ${word}`, () => {
      const sound = soundToken(word);
      const built = this.#lists.ranks(word, { ...wanted, sound });
      if (this.#file.otherTexts.isEmpty) return built;
      const expression = COLUMN_FILTERS[columns] + termExpression(word, isUnfinished, sound);
      const changed = new Set(this.#file.match(expression));
      return replaceAmong(built, this.#file.otherTexts, (rank) => changed.has(rank));
    });
  }
}

/** A word for FTS5; folded words have nothing that must be escaped. */
function termExpression(word: string, isUnfinished: boolean, sound: string | undefined): string {
  const typed = isUnfinished ? `"${word}"*` : `"${word}"`;
  return sound === undefined ? typed : `(${typed} OR "${sound}")`;
}
