import { count, sql } from 'drizzle-orm';
import {
  asDatabaseError,
  applyBulkSettings,
  type ClientDatabase,
  type Connection,
  type Database,
} from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { isAmong } from '../db/subqueries.ts';
import { product } from '../db/tables.ts';
import { DEFAULT_STOCK_MODE, type StockImportMode, type StockImportOutcome, type StockRecord } from './import-stock.ts';
import { saveVariants, type StockImport } from './import-variants.ts';
import { workKeyOf, type ProductRecord } from './product-record.ts';
import { saveProducts } from './save-products.ts';
import { indexChanged, type ChangedProducts, type WriteTexts } from './search-index.ts';

/** An import was stopped by its signal; what is done is whole, and the same import again does the rest. */
export class StoppedImportError extends Error {}

/** How stock is read, and callbacks for what becomes of it, for products that the database refuses, and for the progress. */
export type ImportOptions = Partial<StockImport> & {
  /** Who the history of titles names; by default the shop. */
  editor?: Editor;
  /** By default the words of products are written in the same transaction. */
  writeTexts?: WriteTexts;
  /** Without it, a product that the database refuses fails the import. */
  onRefused?: (record: ProductRecord, reason: string) => void;
  onProgress?: (done: number, all: number) => void;
};

export const IMPORT_BATCH_SIZE = 1000;

/** Imports products in batches; see {@link importBatch}. */
export async function importProducts(
  db: Connection | ClientDatabase | Database,
  records: readonly ProductRecord[],
  { onProgress = () => {}, ...options }: ImportOptions = {},
): Promise<void> {
  for (let start = 0; start < records.length; start += IMPORT_BATCH_SIZE) {
    const batch = records.slice(start, start + IMPORT_BATCH_SIZE);
    await importBatch(db, batch, options);
    onProgress(start + batch.length, records.length);
  }
}

/**
 * Imports products and indexes them for search in one transaction: its own, so that an interrupted import leaves whole batches
 * and is completed by repeating it, or the caller's. A batch that the database refuses is halved until the product is found
 * whose fault it is; that one goes to `onRefused`. Importing the same products twice writes nothing. Returns of how many products
 * something was written.
 */
export async function importBatch(
  db: Connection | ClientDatabase | Database,
  records: readonly ProductRecord[],
  options: Omit<ImportOptions, 'onProgress'> = {},
): Promise<number> {
  const { stockMode = DEFAULT_STOCK_MODE, onStockImported = () => {}, onRefused, editor = SHOP, writeTexts } = options;
  let written: WrittenBatch;
  try {
    written = await inTransaction(db, async (tx) => {
      await lockCatalogue(tx, editor);
      return writeBatch(tx, records, { stockMode, writeTexts });
    });
  } catch (error) {
    const reason = refusalReason(error);
    if (!onRefused || reason === undefined) throw error;
    if (records.length === 1) {
      onRefused(records[0]!, reason);
      return 0;
    }
    const middle = records.length >> 1;
    const first = await importBatch(db, records.slice(0, middle), options);
    return first + (await importBatch(db, records.slice(middle), options));
  }
  for (const outcome of written.outcomes) onStockImported(...outcome);
  return written.changed;
}

function inTransaction<T>(db: Connection | ClientDatabase | Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return '$client' in db ? (db as ClientDatabase).transaction(work) : work(db);
}

/** Of how many products something was written, and what became of each stock. */
export type WrittenBatch = { changed: number; outcomes: [StockRecord, StockImportOutcome][] };

/** Writes products, each of which may come several times, and indexes them, in a transaction that keeps others from it. */
export async function writeBatch(
  tx: Database,
  records: readonly ProductRecord[],
  { stockMode, writeTexts }: { stockMode: StockImportMode; writeTexts: WriteTexts | undefined },
): Promise<WrittenBatch> {
  const outcomes: WrittenBatch['outcomes'] = [];
  const stock: StockImport = { stockMode, onStockImported: (...outcome) => void outcomes.push(outcome) };
  const [facts, offers] = [new Set<number>(), new Set<number>()];
  for (const distinct of splitByWork(records)) {
    const { changed } = await writeProducts(tx, distinct, stock);
    for (const id of changed.facts) facts.add(id);
    for (const id of changed.offers) offers.add(id);
  }
  await indexChanged(tx, { facts, offers }, writeTexts);
  return { changed: new Set([...facts, ...offers]).size, outcomes };
}

/**
 * Makes transactions that write the catalogue wait for each other: what one has found, no other changes meanwhile. What a crash loses
 * ({@link applyBulkSettings}), the same import again writes.
 */
export async function lockCatalogue(tx: Database, editor: Editor): Promise<void> {
  await applyBulkSettings(tx);
  await lockCatalogueAsEditor(tx, editor);
}

/** Who writes the catalogue, for the history of its titles: a member of staff by name, `operator` or `shop`, and from which file. */
export type Editor = { actor: string; source?: string };
const SHOP: Editor = { actor: 'shop' };

/** As {@link lockCatalogue}, for what somebody waits for: planned as usual, and on the disk before it is answered. */
export async function lockCatalogueAsEditor(tx: Database, editor: Editor): Promise<void> {
  await nameEditor(tx, editor);
  await lockKeys(tx, ['write catalogue']);
}

/** Who the history of titles names for what the transaction writes; for one that writes for another that has the lock. */
export async function nameEditor(tx: Database, { actor, source = '' }: Editor): Promise<void> {
  await tx.execute(sql`SELECT set_config('shop.actor', ${actor}, true), set_config('shop.source', ${source}, true)`);
}

/** Runs of records in which each product comes once. */
function splitByWork(records: readonly ProductRecord[]): ProductRecord[][] {
  const runs: ProductRecord[][] = [];
  let keys = new Set<string>();
  for (const record of records) {
    const key = workKeyOf(record);
    if (runs.length === 0 || keys.has(key)) {
      runs.push([]);
      keys = new Set();
    }
    keys.add(key);
    runs.at(-1)!.push(record);
  }
  return runs;
}

/** PostgreSQL's classes of errors that are a record's fault: its values, constraints, and what is too long for an index. */
const RECORD_ERRORS = /^(?:2[23]|54)/;

/** Why the database refuses a record, in a sentence; undefined where it is not the record's fault. */
export function refusalReason(error: unknown): string | undefined {
  const failure = asDatabaseError(error);
  return RECORD_ERRORS.test(failure?.code ?? '') ? `The database does not take it: ${failure!.message}.` : undefined;
}

/** Bounds the number of keys in one statement. */
const COUNT_BATCH_SIZE = 10_000;

/** How many of these products exist already, which an import would update instead of adding. */
export async function countExistingProducts(db: Database, records: readonly ProductRecord[]): Promise<number> {
  let existing = 0;
  for (let start = 0; start < records.length; start += COUNT_BATCH_SIZE) {
    const keys = records.slice(start, start + COUNT_BATCH_SIZE).map(workKeyOf);
    const [found] = await db.select({ count: count() }).from(product).where(isAmong(product.workKey, keys));
    existing += found!.count;
  }
  return existing;
}

/** The ids of an imported product and of its variants, in the order of the record's editions. */
export type ImportedProduct = { id: number; variantIds: number[] };

/** Imports one product; see {@link writeProducts}. */
export async function importProduct(
  db: Database,
  record: ProductRecord,
  { stockMode = DEFAULT_STOCK_MODE, onStockImported = () => {} }: Partial<StockImport> = {},
): Promise<ImportedProduct> {
  const { products } = await writeProducts(db, [record], { stockMode, onStockImported });
  return products[0]!;
}

/**
 * Inserts or updates products, found by their work keys, each of which comes once, and their variants. Variants are found by
 * ISBN, those without one by their format among those without. Stock is set as `stockMode` says; formats that are not sold
 * have none. Rows are written only where something differs; what `changed` is to be indexed again.
 */
export async function writeProducts(
  db: Database,
  records: readonly ProductRecord[],
  stock: StockImport = { stockMode: DEFAULT_STOCK_MODE, onStockImported: () => {} },
): Promise<{ products: ImportedProduct[]; changed: ChangedProducts }> {
  const saved = await saveProducts(db, records, workKeyOf);
  const owners = saved.map(({ id, record, ...rest }) => ({ ...rest, productId: id, variants: record.variants }));
  const { ids, productIds } = await saveVariants(db, owners, stock);
  const facts = new Set(saved.flatMap(({ id, isChanged }) => (isChanged ? id : [])));
  const products = saved.map(({ id }, index) => ({ id, variantIds: ids[index]! }));
  return { products, changed: { facts, offers: productIds } };
}
