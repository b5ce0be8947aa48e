import { writeProducts } from '../catalogue/import-products.ts';
import { updateListing } from '../catalogue/import-variants.ts';
import { indexChanged, type WriteTexts } from '../catalogue/search-index.ts';
import { keysOfRecord, splitIntoIndependent } from '../catalogue/write-at-once.ts';
import type { Database } from '../db/connection.ts';
import { isAmong } from '../db/subqueries.ts';
import { variant } from '../db/tables.ts';
import { linkRecords, NEW_PRODUCTS, type LinkContext } from './link-records.ts';
import type { LinkedRecord } from './linked-record.ts';
import { nextChangeOf } from './next-change.ts';
import type { Message } from './open-message.ts';
import type { Plan, SavingPlan } from './plan-records.ts';
import { rebuildProducts, type Edition, type RebuiltProduct } from './rebuild-products.ts';
import {
  confirmRecords,
  deleteRecords,
  prepareRecords,
  saveRecords,
  saveVariantLinks,
  unlinkOthers,
} from './save-records.ts';

/** What plans change: the products that each of them touches, the records that are to be stored, and those products as they become. */
export type Changes = {
  touched: ReadonlyMap<Plan, readonly number[]>;
  records: readonly LinkedRecord[];
  products: readonly RebuiltProduct[];
};

/** Finds what plans change, without writing; in the transaction that writes it, or in one that keeps others from writing meanwhile. */
export async function findChanges(
  db: Database,
  message: Message,
  { plans, ...context }: LinkContext & { plans: readonly Plan[] },
): Promise<Changes> {
  const saving = plans.filter((plan): plan is SavingPlan => plan.kind === 'added' || plan.kind === 'changed');
  const records = await prepareRecords(db, message, saving);
  const created = await linkRecords(db, records, context);
  const owners = await listOwners(db, records);
  const deleted = new Set<number>();
  const touched = new Map<Plan, number[]>();
  for (const plan of plans)
    if (plan.kind === 'confirmed') touched.set(plan, []);
    else if (plan.kind === 'delisted') {
      touched.set(plan, [plan.stored!.productId].flatMap(toList));
      deleted.add(plan.stored!.id);
    }
  for (const { plan, isbn, productId, previousProductId } of records)
    touched.set(plan, [productId, previousProductId, owners.get(isbn)].flatMap(toList));
  const ids = [...new Set([...touched.values()].flat())].toSorted((a, b) => a - b);
  const { today } = context;
  return { touched, records, products: await rebuildProducts(db, { ids, created, records, deleted, message, today }) };
}

function toList(id: number | null | undefined): number[] {
  return id == null ? [] : [id];
}

/** The products that have these records' ISBNs now, by these: they may lose a variant. */
async function listOwners(db: Database, records: readonly LinkedRecord[]): Promise<Map<string | null, number>> {
  const isbns = records.flatMap(({ isbn }) => isbn ?? []);
  if (isbns.length === 0) return new Map();
  const { isbn, productId } = variant;
  const rows = await db.select({ isbn, productId }).from(variant).where(isAmong(isbn, isbns));
  return new Map(rows.map((row) => [row.isbn, row.productId]));
}

/** Changes in up to `count` parts that may be written at once: no two touch one product, person, series or ISBN. */
export function splitChanges({ touched, records, products }: Changes, count: number): Changes[] {
  const keys = new Map(
    products.map(({ productId, record }) => [
      productId,
      [`product ${productId}`, ...(record ? keysOfRecord(record) : [])],
    ]),
  );
  const isbns = new Map<Plan, string[]>(records.map(({ plan, isbn }) => [plan, isbn === null ? [] : [`isbn ${isbn}`]]));
  const keysOfPlan = (plan: Plan) => [...(isbns.get(plan) ?? []), ...touched.get(plan)!.flatMap((id) => keys.get(id)!)];
  return splitIntoIndependent([...touched.keys()], { count, keysOf: keysOfPlan }).map((plans) => {
    const own = new Map(plans.map((plan) => [plan, touched.get(plan)!]));
    const ids = new Set([...own.values()].flat());
    return {
      touched: own,
      records: records.filter(({ plan }) => own.has(plan)),
      products: products.filter(({ productId }) => ids.has(productId)),
    };
  });
}

export type WriteContext = {
  /** The day in Malaysia. */
  today: string;
  /** By default the words of products are written in the same transaction. */
  writeTexts?: WriteTexts;
};

/**
 * Writes what was found, in the caller's transaction: products, records, listings and the search index, each table by one
 * statement for all records.
 */
export async function writeChanges(
  db: Database,
  message: Message,
  { changes: { touched, records, products }, today, writeTexts }: WriteContext & { changes: Changes },
): Promise<void> {
  await confirmRecords(db, message, [...touched.keys()]);
  await deleteRecords(db, message, [...touched.keys()]);
  const sold = products.flatMap(({ record, ...product }) => (record ? { ...product, record } : []));
  const { products: saved, changed } = await writeProducts(
    db,
    sold.map(({ record }) => record),
  );
  const idOf = new Map(sold.map(({ productId }, index) => [productId, saved[index]!.id]));
  const editions = sold.flatMap((one, index) =>
    one.editions.map((row, place) => ({ row, variantId: saved[index]!.variantIds[place]! })),
  );
  const previous = new Set(products.flatMap((one) => one.previousVariantIds));
  await saveAll(db, message, { records, editions, previous, idOf, today });
  const written = products.flatMap(({ productId }) =>
    productId < NEW_PRODUCTS ? productId : (idOf.get(productId) ?? []),
  );
  const kept = new Set(editions.map(({ variantId }) => variantId));
  const dropped = [...previous].filter((id) => !kept.has(id));
  const relisted = await updateListing(db, written, dropped);
  const facts = new Set([...changed.facts, ...relisted]);
  await indexChanged(db, { facts, offers: changed.offers }, writeTexts);
}

type Written = {
  records: readonly LinkedRecord[];
  editions: readonly { row: Edition; variantId: number }[];
  /** The variants that records of these products have been. */
  previous: ReadonlySet<number>;
  idOf: ReadonlyMap<number, number>;
  today: string;
};

/** Stores the batch's records, and at others of the same products which variants they are. */
async function saveAll(
  db: Database,
  message: Message,
  { records, editions, previous, idOf, today }: Written,
): Promise<void> {
  const variants = new Map(editions.map(({ row, variantId }) => [row.id, variantId]));
  const rows = records.map((record) => ({
    ...record,
    productId: record.productId === null ? null : (idOf.get(record.productId) ?? record.productId),
    variantId: variants.get(record.id) ?? record.plan.stored?.variantId ?? null,
    nextChangeOn: nextChangeOf(record.plan.record, today),
  }));
  await saveRecords(db, message, rows);
  const own = new Set(records.map(({ id }) => id));
  const linked = editions.flatMap(({ row, variantId }) =>
    row.variantId === variantId ? [] : { id: row.id, variantId },
  );
  await saveVariantLinks(
    db,
    linked.filter(({ id }) => !own.has(id)),
  );
  await unlinkOthers(
    db,
    linked.filter(({ variantId }) => previous.has(variantId)),
  );
}
