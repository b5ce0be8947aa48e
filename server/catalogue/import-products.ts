import { inArray, count, and, eq, notInArray, sql } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import {
  variant,
  product,
  contributor,
  productContributor,
  productSeries,
  productSubject,
  series,
} from '../db/tables.ts';
import { indexProducts } from './search-index.ts';
import { saveVariants, type StockImport, type VariantRecord } from './import-variants.ts';
import { DEFAULT_STOCK_MODE } from './stock.ts';
import { saveBiographies, saveWorks, type ContributorFacts } from './save-book-facts.ts';
import type { Audience } from '#domain/catalogue/edition.ts';
import { nearestSubject } from '#domain/catalogue/product.ts';
import { foldForSearch, nameSortKey, slugOf, titleSortKey } from '#domain/catalogue/text.ts';

const IMPORT_BATCH_SIZE = 200;

/** How stock is read, and callbacks for its result and the progress. */
export type ImportOptions = Partial<StockImport> & { onProgress?: (done: number, all: number) => void };

/**
 * Imports products and indexes them for search. On a pool each product has a transaction of its own, so that a long import
 * holds no locks and an interrupted one is completed by repeating it; inside a transaction all or nothing is written.
 * Importing the same products twice changes nothing.
 */
export async function importProducts(
  db: Connection | Database,
  records: readonly ProductRecord[],
  { onProgress = () => {}, ...stock }: ImportOptions = {},
): Promise<void> {
  for (let start = 0; start < records.length; start += IMPORT_BATCH_SIZE) {
    const batch = records.slice(start, start + IMPORT_BATCH_SIZE);
    const changed = new Set(await listProductIdsByIsbn(db, batch));
    for (const [index, record] of batch.entries()) {
      changed.add(await importInTransaction(db, record, stock));
      onProgress(start + index + 1, records.length);
    }
    await indexInTransaction(db, [...changed]);
  }
}

/** The products that have these ISBNs now: one that loses a variant to another product must be indexed again too. */
async function listProductIdsByIsbn(db: Database, records: readonly ProductRecord[]): Promise<number[]> {
  const isbns = records.flatMap((record) => record.variants.flatMap(({ isbn }) => isbn ?? []));
  if (isbns.length === 0) return [];
  const rows = await db.select({ id: variant.productId }).from(variant).where(inArray(variant.isbn, isbns));
  return rows.map((row) => row.id);
}

async function importInTransaction(
  db: Connection | Database,
  record: ProductRecord,
  stock: ImportOptions,
): Promise<number> {
  const work = (tx: Database) => importProduct(tx, record, stock);
  const { id } = await ('$client' in db ? db.transaction(work) : work(db));
  return id;
}

function indexInTransaction(db: Connection | Database, ids: readonly number[]): Promise<void> {
  return '$client' in db ? db.transaction((tx) => indexProducts(tx, ids)) : indexProducts(db, ids);
}

/** Bounds the number of keys in one statement. */
const COUNT_BATCH_SIZE = 10_000;

/** How many of these products exist already, which an import would update instead of adding. */
export async function countExistingProducts(db: Database, records: readonly ProductRecord[]): Promise<number> {
  let existing = 0;
  for (let start = 0; start < records.length; start += COUNT_BATCH_SIZE) {
    const keys = records.slice(start, start + COUNT_BATCH_SIZE).map(workKeyOf);
    const [found] = await db.select({ count: count() }).from(product).where(inArray(product.workKey, keys));
    existing += found!.count;
  }
  return existing;
}

/** A series that a product belongs to, with its number there. */
export type SeriesPlace = { name: string; number: string | null };

/**
 * A product of a feed, validated, with all its variants. Prices in sen. An optional field that is undefined is one that the
 * feed does not speak of: what is stored stays.
 */
export type ProductRecord = {
  /** The key that identifies the product; by default folded title, first contributor and language. */
  work?: string;
  title: string;
  /** What sorting reads where the source says it; by default the title without the article that its language skips. */
  titleSort?: string;
  subtitle: string;
  /** `role` as in `domain/catalogue/contributor.ts`. */
  contributors: ({ name: string; role: string } & ContributorFacts)[];
  language: string;
  otherLanguages?: string[];
  originalLanguage?: string | null;
  audience?: Audience | null;
  description: string;
  published: string | null;
  publisher: string;
  imprint: string;
  subjects: string[];
  /** The first of its series. */
  series: SeriesPlace | null;
  /** The others, in their order. */
  moreSeries?: SeriesPlace[];
  /** Keys of works; see `product_work`. */
  works?: string[];
  popularity: number;
  variants: VariantRecord[];
};
/** The key that identifies a product: records with the same key are the same product. */
export function workKeyOf(record: Pick<ProductRecord, 'work' | 'title' | 'contributors' | 'language'>): string {
  const { work, title, contributors, language } = record;
  return work || [foldForSearch(title), foldForSearch(contributors[0]?.name ?? ''), language].join('|');
}

/** The ids of an imported product and of its variants, in the order of the record's editions. */
export type ImportedProduct = { id: number; variantIds: number[] };

/**
 * Inserts or updates a product, found by its work key, and its variants. Variants are found by ISBN, those
 * without one by their format among those without. Stock is set as `stockMode` says; formats that are not sold have none.
 * Importing the same record twice changes nothing.
 */
export async function importProduct(
  db: Database,
  record: ProductRecord,
  { stockMode = DEFAULT_STOCK_MODE, onStockImported = () => {} }: Partial<StockImport> = {},
): Promise<ImportedProduct> {
  const id = await saveProduct(db, record);
  await saveContributors(db, id, record.contributors);
  await saveBiographies(db, record.contributors);
  await saveSubjects(db, id, record.subjects);
  await saveSeries(db, id, record);
  await saveWorks(db, id, record.works);
  const variantIds = await saveVariants(db, record.variants, { productId: id, stockMode, onStockImported });
  return { id, variantIds };
}

async function saveProduct(db: Database, record: ProductRecord): Promise<number> {
  const { title, subtitle, language, description, published, publisher, imprint, popularity } = record;
  const { otherLanguages, originalLanguage, audience } = record;
  const columns = {
    title,
    subtitle,
    language,
    description,
    published,
    publisher,
    imprint,
    popularity,
    ...(otherLanguages !== undefined && { otherLanguages }),
    ...(originalLanguage !== undefined && { originalLanguage }),
    ...(audience !== undefined && { audience }),
  };
  const titleSort = record.titleSort ? foldForSearch(record.titleSort) : titleSortKey(title, language);
  const derived = { slug: slugOf(title), titleSort };
  const [saved] = await db
    .insert(product)
    .values({ workKey: workKeyOf(record), ...columns, ...derived })
    .onConflictDoUpdate({ target: product.workKey, set: { ...columns, ...derived, updatedAt: sql`now()` } })
    .returning({ id: product.id });
  return saved!.id;
}

async function saveContributors(db: Database, productId: number, names: ProductRecord['contributors']): Promise<void> {
  const wanted = names.map(({ name, role }, position) => [slugOf(name), role, position].join(' '));
  if (isSameList(await listProductContributors(db, productId), wanted)) return;
  await db.delete(productContributor).where(eq(productContributor.productId, productId));
  for (const [position, { name, role }] of names.entries()) {
    const slug = slugOf(name);
    const [saved] = await db
      .insert(contributor)
      .values({ slug, name, nameSort: nameSortKey(name) })
      .onConflictDoUpdate({ target: contributor.slug, set: { slug } })
      .returning({ id: contributor.id });
    await db
      .insert(productContributor)
      .values({ productId, contributorId: saved!.id, role, position })
      .onConflictDoNothing();
  }
}

async function listProductContributors(db: Database, productId: number): Promise<string[]> {
  const { role, position, contributorId } = productContributor;
  const rows = await db
    .select({ slug: contributor.slug, role, position })
    .from(productContributor)
    .innerJoin(contributor, eq(contributor.id, contributorId))
    .where(eq(productContributor.productId, productId))
    .orderBy(position);
  return rows.map((row) => [row.slug, row.role, row.position].join(' '));
}

function isSameList(stored: readonly string[], wanted: readonly string[]): boolean {
  return stored.length === wanted.length && stored.every((one, index) => one === wanted[index]);
}

async function saveSubjects(db: Database, productId: number, codes: readonly string[]): Promise<void> {
  const wanted = [...new Set(codes)];
  await db
    .delete(productSubject)
    .where(
      and(
        eq(productSubject.productId, productId),
        wanted.length > 0 ? notInArray(productSubject.code, wanted) : undefined,
      ),
    );
  if (wanted.length === 0) return;
  await db
    .insert(productSubject)
    .values(wanted.map((code, position) => ({ productId, code, subject: nearestSubject(code) ?? null, position })))
    .onConflictDoUpdate({
      target: [productSubject.productId, productSubject.code],
      set: { subject: sql`excluded.subject`, position: sql`excluded.position` },
    });
}

/** Where a feed names one series only, the others stay as they are. */
async function saveSeries(
  db: Database,
  productId: number,
  { series: first, moreSeries }: Pick<ProductRecord, 'series' | 'moreSeries'>,
): Promise<void> {
  const stored = await listProductSeries(db, productId);
  const more = moreSeries ?? stored.slice(1);
  const bySlug = new Map([...more.toReversed(), ...(first ? [first] : [])].map((one) => [slugOf(one.name), one]));
  const wanted = [...(first ? [first] : []), ...more].filter((one) => bySlug.get(slugOf(one.name)) === one);
  const keyOf = ({ name, number }: SeriesPlace) => `${slugOf(name)} ${number}`;
  if (isSameList(stored.map(keyOf), wanted.map(keyOf))) return;
  await db.delete(productSeries).where(eq(productSeries.productId, productId));
  for (const [place, { name, number }] of wanted.entries()) {
    const slug = slugOf(name);
    const [saved] = await db
      .insert(series)
      .values({ slug, name })
      .onConflictDoUpdate({ target: series.slug, set: { slug } })
      .returning({ id: series.id });
    const position = Math.round((Number.parseFloat(number ?? '') || 0) * 100);
    await db.insert(productSeries).values({ productId, seriesId: saved!.id, number, position, place });
  }
}

function listProductSeries(db: Database, productId: number): Promise<SeriesPlace[]> {
  return db
    .select({ name: series.name, number: productSeries.number })
    .from(productSeries)
    .innerJoin(series, eq(series.id, productSeries.seriesId))
    .where(eq(productSeries.productId, productId))
    .orderBy(productSeries.place, series.id);
}
