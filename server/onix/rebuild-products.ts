import type { ProductRecord } from '../catalogue/product-record.ts';
import { and, not } from 'drizzle-orm';
import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import type { Database } from '../db/connection.ts';
import { isAmong } from '../db/subqueries.ts';
import { onixRecord, product } from '../db/tables.ts';
import { workKeysOf } from './book-facts.ts';
import { NEW_PRODUCTS, type NewProduct } from './link-records.ts';
import type { LinkedRecord } from './linked-record.ts';
import { evaluateOffer, isDescribed, mergeFacts, productFactsOf, variantOf } from './offer.ts';
import type { Message } from './open-message.ts';

/** A record of a product, stored or about to be. */
export type Edition = Pick<LinkedRecord, 'id' | 'isbn' | 'works' | 'related'> & {
  sentAt: Date;
  position: number;
  data: OnixRecord;
  isDeleted: boolean;
  productId: number | null;
  variantId: number | null;
};

/**
 * A product anew from all of its records. `editions` are those that are sold, as the variants of its `record`; without any there is
 * none. `previousVariantIds` are the variants that its records have been.
 */
export type RebuiltProduct = {
  productId: number;
  record: ProductRecord | undefined;
  editions: readonly Edition[];
  previousVariantIds: readonly number[];
};

type Rebuilding = {
  ids: readonly number[];
  created: ReadonlyMap<number, NewProduct>;
  records: readonly LinkedRecord[];
  /** Records that the batch deletes. */
  deleted: ReadonlySet<number>;
  message: Message;
  today: string;
};

/** Makes products anew from all of their records, without writing. */
export async function rebuildProducts(
  db: Database,
  { ids, created, records, deleted, message, today }: Rebuilding,
): Promise<RebuiltProduct[]> {
  const known = ids.filter((id) => id < NEW_PRODUCTS);
  const incoming = new Map(records.map((record) => [record.id, toEdition(record, message)]));
  const stored = known.length === 0 ? [] : await listOtherEditions(db, known, [...incoming.keys()]);
  const others = stored.map(({ deletedAt, ...edition }) => {
    return { ...edition, isDeleted: deletedAt !== null || deleted.has(edition.id) };
  });
  const all = [...others, ...incoming.values()].toSorted((a, b) => a.id - b.id);
  const byProduct = Map.groupBy(all, ({ productId }) => productId);
  const current = new Set(withoutSameIsbn(all.filter(({ productId }) => productId !== null)));
  const facts = known.length === 0 ? [] : await listProducts(db, known);
  const identities = new Map<number, { work: string; popularity: number }>([
    ...facts.map(({ id, ...identity }) => [id, identity] as const),
    ...[...created].map(([id, { work }]) => [id, { work, popularity: 0 }] as const),
  ]);
  return ids.map((id) => rebuildProduct(id, byProduct.get(id) ?? [], { current, identities, today }));
}

function toEdition(record: LinkedRecord, { sentAt }: Message): Edition {
  const { plan, id, isbn, works, related, productId } = record;
  const variantId = plan.stored?.variantId ?? null;
  const { position } = plan.incoming;
  return { id, isbn, works, related, productId, sentAt, position, data: plan.record, isDeleted: false, variantId };
}

/** The records of products but these, which have come anew. */
function listOtherEditions(db: Database, productIds: readonly number[], incoming: readonly number[]) {
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
  { current, identities, today }: { current: ReadonlySet<Edition>; identities: Identities; today: string },
): RebuiltProduct {
  const previousVariantIds = editions.flatMap(({ variantId }) => variantId ?? []);
  const sold = editions.flatMap((row) => {
    if (!current.has(row) || !isDescribed(row.data)) return [];
    const edition = variantOf(row.data, evaluateOffer(row.data, today), row.variantId);
    return edition ? [{ row, edition, facts: productFactsOf(row.data, row.sentAt) }] : [];
  });
  const [first, ...others] = sold;
  if (!first) return { productId, record: undefined, editions: [], previousVariantIds };
  const facts = mergeFacts([first.facts, ...others.map((one) => one.facts)]);
  const variants = sold.map(({ edition }) => edition);
  const published = variants.flatMap((one) => one.published ?? []).toSorted()[0] ?? null;
  const rows = sold.map(({ row }) => row);
  const record = { ...facts, ...identities.get(productId)!, published, works: workKeysOf(rows), variants };
  return { productId, record, editions: rows, previousVariantIds };
}

/** Those that are not deleted; of several with one ISBN the latest. */
function withoutSameIsbn(rows: readonly Edition[]): Edition[] {
  const current = rows.filter(({ isDeleted }) => !isDeleted);
  const latest = new Map<string, Edition>();
  for (const row of current.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.position - b.position))
    if (row.isbn) latest.set(row.isbn, row);
  return current.filter((row) => !row.isbn || latest.get(row.isbn) === row);
}
