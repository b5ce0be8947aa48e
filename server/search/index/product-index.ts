import { type Group, GROUPS, type IndexColumns } from './columns.ts';
import { FilterSets } from './filters.ts';
import type { IndexFile } from './index-file.ts';
import { WordLists } from './word-lists.ts';
import { rankedFacts, type IndexedProduct, type LinkKind, type RankedFacts } from './product-facts.ts';
import { Postings } from './postings.ts';
import { Orders } from './orders.ts';
import { Sorting } from './sorting.ts';
import { isSpellable, Spelling } from './spelling.ts';
import { WordMatches } from './word-matches.ts';

/** So many changes are kept one by one; then the columns are stored anew, which takes a moment among a million products. */
const MAX_CHANGES = 20_000;

/** The opened search index: an {@link IndexFile} for words and cards, {@link IndexColumns} in memory. Not for several threads. */
export class ProductIndex {
  readonly file: IndexFile;
  readonly columns: IndexColumns;
  readonly filters: FilterSets;
  readonly sorting: Sorting;
  readonly words: WordMatches;
  readonly spelling: Spelling;
  /** How many products came since the file was built. */
  added: number;
  /** Rises with every change: answers of an earlier version may be others. */
  version = 0;
  #changes: number;

  constructor(file: IndexFile) {
    this.file = file;
    this.columns = file.columns();
    const groups = GROUPS.map(
      (group) =>
        [group, new Postings(`products of ${group}`, { column: file.column, lastRank: file.builtWith })] as const,
    );
    const postings = Object.fromEntries(groups) as Record<Group, Postings>;
    const linkNumbers = (kind: LinkKind, slugs: readonly string[]) => file.links.numbers(kind, slugs);
    const orders = new Orders(this.columns, file.column);
    this.filters = new FilterSets({ columns: this.columns, orders, postings, linkNumbers });
    this.sorting = new Sorting(this.columns, orders);
    const lists = new WordLists(file, file.builtWith);
    this.words = new WordMatches(file, lists);
    this.spelling = new Spelling(lists);
    this.spelling.add(file.addedWords());
    this.#changes = file.changes;
    this.added = this.columns.lastRank - this.file.builtWith;
  }

  /** Adds, replaces and removes products; `ids` that are not among `products` are no longer listed. */
  update(ids: readonly number[], products: readonly IndexedProduct[]): void {
    const byId = new Map(products.map((product) => [product.facts.id, product]));
    this.version += 1;
    this.file.transaction(() => {
      for (const id of ids) {
        const product = byId.get(id);
        if (product) this.#save(product);
        else this.#remove(id);
      }
      if (this.#changes > MAX_CHANGES) this.#storeColumns();
    });
    this.added = this.columns.lastRank - this.file.builtWith;
  }

  #save(product: IndexedProduct): void {
    const known = this.file.rankOf(product.facts.id);
    const rank = known ?? this.columns.lastRank + 1;
    const { isNewText } = this.file.save(rank, product);
    if (known === undefined) this.#addWords(product);
    if (isNewText) this.columns.resorted.add(rank);
    const titlePlace = isNewText ? this.#placeTitle(rank, product.titleSort) : this.columns.titlePlaces[rank]!;
    this.#change(rank, rankedFacts(this.file.links, product, titlePlace));
    this.filters.update(rank);
    if (isNewText) this.words.update();
  }

  #remove(id: number): void {
    const rank = this.file.rankOf(id);
    if (rank === undefined) return;
    this.file.remove(rank);
    this.words.update();
    this.#change(rank, undefined);
  }

  #change(rank: number, facts: RankedFacts | undefined): void {
    if (facts) this.columns.set(rank, facts);
    else this.columns.delete(rank);
    this.file.saveChange(rank, facts);
    this.#changes += 1;
  }

  #storeColumns(): void {
    this.file.saveColumns(this.columns);
    this.#changes = 0;
  }

  #addWords({ document }: IndexedProduct): void {
    const words = new Set(`${document.title} ${document.names}`.split(' ').filter(isSpellable));
    this.file.addWords(words);
    this.spelling.add(words);
  }

  /** Puts a title halfway between its neighbours; where there is no number left between them, all are numbered anew. */
  #placeTitle(rank: number, titleSort: string): number {
    const places = this.columns.titlePlaces;
    const { same, before, after } = this.file.titles.neighbours(rank, titleSort);
    if (same !== undefined) return places[same]!;
    const upper = after === undefined ? undefined : places[after]!;
    const lower = before === undefined ? (upper ?? 0) - 2 : places[before]!;
    const place = (lower + (upper ?? lower + 2)) / 2;
    if (place > lower && place < (upper ?? Infinity)) return place;
    return this.#orderTitles(rank);
  }

  #orderTitles(wanted: number): number {
    let found = 0;
    for (const [rank, place] of this.file.titles.order())
      if (rank === wanted) found = place;
      else this.columns.titlePlaces[rank] = place;
    this.#storeColumns();
    return found;
  }
}
