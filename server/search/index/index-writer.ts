import { packCard } from './card.ts';
import { GROUPS, IndexColumns } from './columns.ts';
import { removeIndexFile, textHash, type IndexSource } from './index-file.ts';
import { BUILD_SETTINGS, FINISH, SCHEMA, VERSION } from './index-schema.ts';
import { LinksWriter } from './links.ts';
import { PostingsWriter } from './postings.ts';
import { rankedFacts, type IndexedProduct } from './product-facts.ts';
import { RankSet } from './rank-sets.ts';
import { storeOrders } from './orders.ts';
import { Statements } from './statements.ts';
import { saveProperty, storeColumn, storeWordProducts, type StoreColumn } from './stored-parts.ts';
import { TextsWriter } from './stored-texts.ts';
import { Titles } from './titles.ts';
import { PRODUCTS_OF_WORDS, WordListsWriter } from './word-lists.ts';

/** Writes a whole index file, the most popular products first. It can be opened once it is complete. */
export class IndexWriter {
  readonly #file: Statements;
  readonly #links: LinksWriter;
  readonly #titles: Titles;
  readonly #columns = new IndexColumns();
  readonly #words = new WordListsWriter();
  readonly #foldedTitles = new TextsWriter();

  constructor(path: string) {
    removeIndexFile(path);
    this.#file = new Statements(path);
    this.#file.exec(BUILD_SETTINGS + SCHEMA);
    [this.#links, this.#titles] = [new LinksWriter(this.#file), new Titles(this.#file)];
    // Ranks begin at 1.
    this.#foldedTitles.add('');
  }

  /** Writes the next products. */
  append(products: readonly IndexedProduct[]): void {
    this.#file.transaction(() => {
      for (const product of products) this.#append(this.#columns.lastRank + 1, product);
    });
  }

  #append(rank: number, product: IndexedProduct): void {
    for (const link of product.links) this.#links.add(link);
    const card = packCard(product, (kind, slug) => this.#links.number(kind, slug)!);
    this.#file.run('INSERT INTO product VALUES (?, ?, ?, ?)', rank, product.facts.id, textHash(product), card);
    this.#titles.addOther(rank, product);
    this.#file.run('INSERT INTO title_to_sort VALUES (?, ?)', product.titleSort, rank);
    this.#words.add(product.document);
    this.#foldedTitles.add(product.title);
    this.#columns.set(rank, rankedFacts(this.#links, product, 0));
  }

  /** Completes the file. */
  finish(source: IndexSource): void {
    const [file, columns] = [this.#file, this.#columns];
    const store: StoreColumn = (name, numbers) => storeColumn(file, name, numbers);
    file.exec(FINISH);
    for (const [rank, place] of this.#titles.order()) columns.titlePlaces[rank] = place;
    [columns.resorted, columns.regrouped] = [new RankSet(), new RankSet()];
    for (const [name, numbers] of columns.stored()) store(name, numbers);
    storeOrders(columns, store);
    this.#storeGroups(store);
    this.#foldedTitles.finish('folded titles', store);
    this.#links.finish(store);
    this.#words.finish((name, numbers) =>
      name === PRODUCTS_OF_WORDS ? storeWordProducts(file, numbers as Uint8Array) : store(name, numbers),
    );
    saveProperty(file, 'source', JSON.stringify(source));
    saveProperty(file, 'built_with', String(columns.lastRank));
    saveProperty(file, 'version', VERSION);
  }

  #storeGroups(store: StoreColumn): void {
    for (const group of GROUPS) {
      const entries = new PostingsWriter();
      let lists = 0;
      for (let rank = 1; rank <= this.#columns.lastRank; rank += 1) {
        for (const number of Array.from(this.#columns.groups(group, rank))) {
          entries.add(number);
          lists = Math.max(lists, number + 1);
        }
        entries.endRank();
      }
      entries.finish(`products of ${group}`, { lists, listsOf: (entry, tell) => tell(entry) }, store);
    }
  }

  close(): void {
    this.#file.close();
  }
}
