import { eq, inArray, sql } from 'drizzle-orm';
import type { Identifier, Related } from '#domain/catalogue/onix-record.ts';
import { importProduct } from '../catalogue/import-products.ts';
import { updateListing } from '../catalogue/import-variants.ts';
import { indexProducts } from '../catalogue/search-index.ts';
import type { Database } from '../db/connection.ts';
import { onixRecord, product, variant } from '../db/tables.ts';
import { workKeysOf } from './book-facts.ts';
import { OTHER_EDITION, SAME_WORK } from './codes.ts';
import { linkRecord, type ApplyContext, type SavedRecord } from './link-record.ts';
import { nextChangeOf } from './next-change.ts';
import type { Message } from './open-message.ts';
import { evaluateOffer, isDescribed, mergeFacts, productFactsOf, variantOf } from './offer.ts';
import type { Plan, SavingPlan } from './plan-records.ts';

/** Writes what was planned, in the caller's transaction: records, products, listings and the search index. */
export async function applyPlans(
  db: Database,
  message: Message,
  { plans, ...context }: ApplyContext & { plans: readonly Plan[] },
): Promise<void> {
  await confirmRecords(db, message, plans);
  const touched = await deleteRecords(db, message, plans);
  await lockVariants(db, plans);
  for (const plan of plans)
    if (plan.kind === 'added' || plan.kind === 'changed') {
      const saved = await saveRecord(db, message, { ...plan, today: context.today });
      for (const id of await linkRecord(db, { saved, plan, ...context })) touched.add(id);
    }
  const owners = await listOwners(db, plans);
  const products = [...new Set([...touched, ...owners])].toSorted((a, b) => a - b);
  const editions: Editions = { kept: new Set(), dropped: new Set() };
  for (const id of products) await rebuildProduct(db, id, { today: context.today, editions });
  const delisted = [...editions.dropped].filter((id) => !editions.kept.has(id));
  await updateListing(db, products, delisted);
  await indexProducts(db, products);
}

/** The products that have these records' ISBNs now: they may lose a variant. */
async function listOwners(db: Database, plans: readonly Plan[]): Promise<number[]> {
  const isbns = plans.flatMap((plan) => ('record' in plan ? (plan.record.isbn ?? []) : []));
  const rows = await db.select({ id: variant.productId }).from(variant).where(inArray(variant.isbn, isbns));
  return rows.map(({ id }) => id);
}

async function confirmRecords(db: Database, message: Message, plans: readonly Plan[]): Promise<void> {
  for (const plan of plans)
    if (plan.kind === 'confirmed')
      await db.update(onixRecord).set(placeIn(message, plan)).where(eq(onixRecord.id, plan.stored!.id));
}

function placeIn({ sentAt, number, hash }: Message, { incoming }: Plan) {
  return { sentAt, messageNumber: number, messageHash: hash, position: incoming.position };
}

/** Marks records as deleted; returns the products that they were editions of. */
async function deleteRecords(db: Database, message: Message, plans: readonly Plan[]): Promise<Set<number>> {
  const products = new Set<number>();
  for (const plan of plans) {
    if (plan.kind !== 'delisted') continue;
    const [row] = await db
      .update(onixRecord)
      .set({ ...placeIn(message, plan), deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(onixRecord.id, plan.stored!.id))
      .returning({ productId: onixRecord.productId });
    if (row?.productId) products.add(row.productId);
  }
  return products;
}

/** Locks all variants that this batch may write, by ascending id like those of an order. */
async function lockVariants(db: Database, plans: readonly Plan[]): Promise<void> {
  const isbns = plans.flatMap(({ incoming }) => incoming.record.isbn ?? []);
  const records = plans.flatMap(({ stored }) => stored?.id ?? []);
  await db.execute(sql`SELECT FROM ${variant} WHERE ${variant.productId} IN (
      SELECT product_id FROM ${variant} WHERE isbn = ANY(${sql.param(isbns)}::text[])
      UNION SELECT product_id FROM ${onixRecord} WHERE id = ANY(${sql.param(records)}::int[]))
    ORDER BY ${variant.id} FOR UPDATE`);
}

async function saveRecord(
  db: Database,
  message: Message,
  { today, ...plan }: SavingPlan & { today: string },
): Promise<SavedRecord> {
  const { record, hash } = plan;
  const scope = message.sender;
  const columns = {
    ...placeIn(message, plan),
    data: record,
    dataHash: hash,
    isbn: record.isbn,
    identifiers: keysOf(record.identifiers, scope),
    works: keysOf(sameWork(record.related), scope),
    related: keysOf(otherEditions(record.related), scope),
    deletedAt: null,
    nextChangeOn: nextChangeOf(record, today),
  };
  const [saved] = await db
    .insert(onixRecord)
    .values({ sender: message.sender, reference: record.reference, ...columns })
    .onConflictDoUpdate({
      target: [onixRecord.sender, onixRecord.reference],
      set: { ...columns, updatedAt: sql`now()` },
    })
    .returning({ id: onixRecord.id, productId: onixRecord.productId });
  return { ...saved!, ...columns };
}

function sameWork(related: Related | null): Identifier[] {
  return related?.works.flatMap((one) => (one.relation === SAME_WORK ? one.identifiers : [])) ?? [];
}

function otherEditions(related: Related | null): Identifier[] {
  return related?.products.flatMap((one) => (OTHER_EDITION.has(one.relation) ? one.identifiers : [])) ?? [];
}

const PROPRIETARY = '01';

/** Identifiers as keys; a proprietary one means something only to its sender. */
function keysOf(identifiers: readonly Identifier[], sender: string): string[] {
  const keys = identifiers
    .filter(({ value }) => value !== '')
    .map(({ type, value, name }) => (type === PROPRIETARY ? `${type}:${sender}:${name}:${value}` : `${type}:${value}`));
  return [...new Set(keys)];
}

/** Variants that records are editions as, and those of records that are not sold any more. */
type Editions = { kept: Set<number>; dropped: Set<number> };

/** Writes a product anew from all of its records. */
async function rebuildProduct(
  db: Database,
  productId: number,
  { today, editions: { kept, dropped } }: { today: string; editions: Editions },
): Promise<void> {
  const rows = await db.select().from(onixRecord).where(eq(onixRecord.productId, productId)).orderBy(onixRecord.id);
  const [stored] = await db
    .select({ work: product.workKey, popularity: product.popularity })
    .from(product)
    .where(eq(product.id, productId));
  const sold = withoutSameIsbn(rows).flatMap((row) => {
    if (row.deletedAt || !isDescribed(row.data)) return [];
    const edition = variantOf(row.data, evaluateOffer(row.data, today), row.variantId);
    return edition ? [{ row, edition, facts: productFactsOf(row.data, row.sentAt) }] : [];
  });
  for (const { variantId } of rows) if (variantId !== null) dropped.add(variantId);
  const [first, ...others] = sold;
  if (!first) return;
  const facts = mergeFacts([first.facts, ...others.map((one) => one.facts)]);
  const variants = sold.map(({ edition }) => edition);
  const published = variants.flatMap((one) => one.published ?? []).toSorted()[0] ?? null;
  const works = workKeysOf(sold.map(({ row }) => row));
  const { variantIds } = await importProduct(db, { ...facts, ...stored!, published, works, variants });
  for (const [index, { row }] of sold.entries()) {
    const variantId = variantIds[index]!;
    kept.add(variantId);
    if (row.variantId === variantId) continue;
    await db.update(onixRecord).set({ variantId }).where(eq(onixRecord.id, row.id));
  }
}

/** Of several records with one ISBN the latest. */
function withoutSameIsbn<T extends Pick<typeof onixRecord.$inferSelect, 'isbn' | 'sentAt' | 'position' | 'deletedAt'>>(
  rows: readonly T[],
): T[] {
  const current = rows.filter(({ deletedAt }) => !deletedAt);
  const latest = new Map<string, T>();
  for (const row of current.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.position - b.position))
    if (row.isbn) latest.set(row.isbn, row);
  return current.filter((row) => !row.isbn || latest.get(row.isbn) === row);
}
