import type { ProductRecord } from '../catalogue/product-record.ts';
import { and, not } from 'drizzle-orm';
import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import { writeProducts } from '../catalogue/import-products.ts';
import { updateListing } from '../catalogue/import-variants.ts';
import { indexChanged } from '../catalogue/search-index.ts';
import type { Database } from '../db/connection.ts';
import { isAmong } from '../db/subqueries.ts';
import { onixRecord, product, variant } from '../db/tables.ts';
import { workKeysOf } from './book-facts.ts';
import { linkRecords, NEW_PRODUCTS, type ApplyContext, type NewProduct } from './link-records.ts';
import type { LinkedRecord } from './linked-record.ts';
import { nextChangeOf } from './next-change.ts';
import type { Message } from './open-message.ts';
import { evaluateOffer, isDescribed, mergeFacts, productFactsOf, variantOf } from './offer.ts';
import type { Plan, SavingPlan } from './plan-records.ts';
import { confirmRecords, deleteRecords, prepareRecords, saveRecords, saveVariantLinks } from './save-records.ts';

/**
 * Writes what was planned, in the caller's transaction: products, records, listings and the search index, each table by one
 * statement for all records.
 */
export async function applyPlans(
  db: Database,
  message: Message,
  { plans, ...context }: ApplyContext & { plans: readonly Plan[] },
): Promise<void> {
  await confirmRecords(db, message, plans);
  const left = await deleteRecords(db, message, plans);
  const saving = plans.filter((plan): plan is SavingPlan => plan.kind === 'added' || plan.kind === 'changed');
  const records = await prepareRecords(db, message, saving);
  const created = await linkRecords(db, records, context);
  const owners = await listOwners(db, plans);
  const linked = records.flatMap(({ productId, previousProductId }) =>
    [productId ?? [], previousProductId ?? []].flat(),
  );
  const ids = [...new Set([...left, ...owners, ...linked])].toSorted((a, b) => a - b);
  const rebuilt = await rebuildProducts(db, { ids, created, records, message, today: context.today });
  const { products, changed } = await writeProducts(
    db,
    rebuilt.map((one) => one.record),
  );
  const idOf = new Map(rebuilt.map((one, index) => [one.productId, products[index]!.id]));
  const editions = rebuilt.flatMap(({ editions: rows }, index) =>
    rows.map((row, place) => ({ row, variantId: products[index]!.variantIds[place]! })),
  );
  await saveAll(db, message, { records, editions, idOf, today: context.today });
  const written = ids.flatMap((id) => (id < NEW_PRODUCTS ? id : (idOf.get(id) ?? [])));
  const kept = new Set(editions.map(({ variantId }) => variantId));
  const dropped = rebuilt.dropped.filter((id) => !kept.has(id));
  const relisted = await updateListing(db, written, dropped);
  const facts = new Set([...changed.facts, ...relisted]);
  await indexChanged(db, { facts, offers: changed.offers }, context.writeTexts);
}

/** The products that have these records' ISBNs now: they may lose a variant. */
async function listOwners(db: Database, plans: readonly Plan[]): Promise<number[]> {
  const isbns = plans.flatMap((plan) => ('record' in plan ? (plan.record.isbn ?? []) : []));
  if (isbns.length === 0) return [];
  const rows = await db.select({ id: variant.productId }).from(variant).where(isAmong(variant.isbn, isbns));
  return rows.map(({ id }) => id);
}

/** A record of a product, stored or about to be. */
type Edition = Pick<LinkedRecord, 'id' | 'isbn' | 'works' | 'related'> & {
  sentAt: Date;
  position: number;
  data: OnixRecord;
  deletedAt: Date | null;
  productId: number | null;
  variantId: number | null;
};

/** A product anew from all of its records; `editions` are those that are sold, as the variants of its record. */
type Rebuilt = { productId: number; record: ProductRecord; editions: Edition[] };

type Rebuilding = {
  ids: readonly number[];
  created: ReadonlyMap<number, NewProduct>;
  records: readonly LinkedRecord[];
  message: Message;
  today: string;
};

/** Makes products anew from all of their records; `dropped` are the variants that records were, whether they still are or not. */
async function rebuildProducts(
  db: Database,
  { ids, created, records, message, today }: Rebuilding,
): Promise<Rebuilt[] & { dropped: number[] }> {
  const known = ids.filter((id) => id < NEW_PRODUCTS);
  const incoming = new Map(records.map((record) => [record.id, toEdition(record, message)]));
  const others = known.length === 0 ? [] : await listOtherEditions(db, known, [...incoming.keys()]);
  const all = [...others, ...incoming.values()].toSorted((a, b) => a.id - b.id);
  const byProduct = Map.groupBy(all, ({ productId }) => productId);
  const facts = known.length === 0 ? [] : await listProducts(db, known);
  const identities = new Map<number, { work: string; popularity: number }>([
    ...facts.map(({ id, ...identity }) => [id, identity] as const),
    ...[...created].map(([id, { work }]) => [id, { work, popularity: 0 }] as const),
  ]);
  const touched = ids.map((id) => ({ id, editions: byProduct.get(id) ?? [] }));
  const rebuilt = touched.flatMap(({ id, editions }) => rebuildProduct(id, editions, { identities, today }));
  const dropped = touched.flatMap(({ editions }) => editions.flatMap(({ variantId }) => variantId ?? []));
  return Object.assign(rebuilt, { dropped });
}

function toEdition(record: LinkedRecord, { sentAt }: Message): Edition {
  const { plan, ...rest } = record;
  const variantId = plan.stored?.variantId ?? null;
  return { ...rest, sentAt, position: plan.incoming.position, data: plan.record, deletedAt: null, variantId };
}

/** The records of products but these, which have come anew. */
function listOtherEditions(
  db: Database,
  productIds: readonly number[],
  incoming: readonly number[],
): Promise<Edition[]> {
  const { id, isbn, works, related, sentAt, position, data, deletedAt, productId, variantId } = onixRecord;
  return db
    .select({ id, isbn, works, related, sentAt, position, data, deletedAt, productId, variantId })
    .from(onixRecord)
    .where(and(isAmong(onixRecord.productId, productIds), not(isAmong(id, incoming))));
}

function listProducts(db: Database, ids: readonly number[]) {
  return db
    .select({ id: product.id, work: product.workKey, popularity: product.popularity })
    .from(product)
    .where(isAmong(product.id, ids));
}

type Identities = ReadonlyMap<number, { work: string; popularity: number }>;

function rebuildProduct(
  productId: number,
  editions: readonly Edition[],
  { identities, today }: { identities: Identities; today: string },
): Rebuilt[] {
  const sold = withoutSameIsbn(editions).flatMap((row) => {
    if (row.deletedAt || !isDescribed(row.data)) return [];
    const edition = variantOf(row.data, evaluateOffer(row.data, today), row.variantId);
    return edition ? [{ row, edition, facts: productFactsOf(row.data, row.sentAt) }] : [];
  });
  const [first, ...others] = sold;
  if (!first) return [];
  const facts = mergeFacts([first.facts, ...others.map((one) => one.facts)]);
  const variants = sold.map(({ edition }) => edition);
  const published = variants.flatMap((one) => one.published ?? []).toSorted()[0] ?? null;
  const rows = sold.map(({ row }) => row);
  const record = { ...facts, ...identities.get(productId)!, published, works: workKeysOf(rows), variants };
  return [{ productId, record, editions: rows }];
}

/** Of several records with one ISBN the latest. */
function withoutSameIsbn(rows: readonly Edition[]): Edition[] {
  const current = rows.filter(({ deletedAt }) => !deletedAt);
  const latest = new Map<string, Edition>();
  for (const row of current.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.position - b.position))
    if (row.isbn) latest.set(row.isbn, row);
  return current.filter((row) => !row.isbn || latest.get(row.isbn) === row);
}

type Written = {
  records: readonly LinkedRecord[];
  editions: readonly { row: Edition; variantId: number }[];
  idOf: ReadonlyMap<number, number>;
  today: string;
};

/** Stores the batch's records, and at others of the same products which variants they are. */
async function saveAll(db: Database, message: Message, { records, editions, idOf, today }: Written): Promise<void> {
  const variants = new Map(editions.map(({ row, variantId }) => [row.id, variantId]));
  const rows = records.map((record) => ({
    ...record,
    productId: record.productId === null ? null : (idOf.get(record.productId) ?? record.productId),
    variantId: variants.get(record.id) ?? record.plan.stored?.variantId ?? null,
    nextChangeOn: nextChangeOf(record.plan.record, today),
  }));
  await saveRecords(db, message, rows);
  const own = new Set(records.map(({ id }) => id));
  const moved = editions.filter(({ row, variantId }) => !own.has(row.id) && row.variantId !== variantId);
  await saveVariantLinks(
    db,
    moved.map(({ row, variantId }) => ({ id: row.id, variantId })),
  );
}
