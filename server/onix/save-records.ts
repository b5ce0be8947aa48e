import { sql } from 'drizzle-orm';
import type { Identifier, OnixRecord, Related } from '#domain/catalogue/onix-record.ts';
import type { Database } from '../db/connection.ts';
import { columnNames, columnTypes, rowsAsTable } from '../db/subqueries.ts';
import { onixRecord } from '../db/tables.ts';
import { OTHER_EDITION, SAME_WORK } from './codes.ts';
import type { LinkedRecord } from './linked-record.ts';
import type { Message } from './open-message.ts';
import type { Plan, SavingPlan } from './plan-records.ts';

const PLACE_COLUMNS = ['sentAt', 'messageNumber', 'messageHash', 'position'] as const;

function placeIn({ sentAt, number, hash }: Message, { incoming }: Plan) {
  return { sentAt, messageNumber: number, messageHash: hash, position: incoming.position };
}

/** Notes in which message records came last that it does not change. */
export async function confirmRecords(db: Database, message: Message, plans: readonly Plan[]): Promise<void> {
  const rows = plans.flatMap((plan) =>
    plan.kind === 'confirmed' ? { id: plan.stored!.id, ...placeIn(message, plan) } : [],
  );
  if (rows.length === 0) return;
  const given = rowsAsTable({ id: 'integer', ...columnTypes(onixRecord, PLACE_COLUMNS) }, rows);
  await db.execute(sql`UPDATE ${onixRecord} SET (${columnNames(PLACE_COLUMNS)}) = ROW (${columnNames(PLACE_COLUMNS, 'given')})
    FROM ${given} AS given WHERE ${onixRecord.id} = given.id`);
}

/** Marks records as deleted. */
export async function deleteRecords(db: Database, message: Message, plans: readonly Plan[]): Promise<void> {
  const rows = plans.flatMap((plan) =>
    plan.kind === 'delisted' ? { id: plan.stored!.id, ...placeIn(message, plan) } : [],
  );
  if (rows.length === 0) return;
  const given = rowsAsTable({ id: 'integer', ...columnTypes(onixRecord, PLACE_COLUMNS) }, rows);
  await db.execute(sql`
    UPDATE ${onixRecord} SET (${columnNames(PLACE_COLUMNS)}) = ROW (${columnNames(PLACE_COLUMNS, 'given')}),
      deleted_at = now(), updated_at = now()
    FROM ${given} AS given WHERE ${onixRecord.id} = given.id`);
}

/** The records that are to be stored, with their ids and keys; new ones get an id. */
export async function prepareRecords(
  db: Database,
  message: Message,
  plans: readonly SavingPlan[],
): Promise<LinkedRecord[]> {
  const ids = await nextIds(db, plans.filter(({ stored }) => !stored).length);
  return plans.map((plan) => ({
    plan,
    id: plan.stored?.id ?? ids.shift()!,
    ...keysOf(plan.record, message.sender),
    productId: plan.stored?.productId ?? null,
    previousProductId: plan.stored?.productId ?? null,
  }));
}

async function nextIds(db: Database, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT nextval(sequence)::int AS id
    FROM pg_get_serial_sequence('onix_record', 'id') AS sequence, generate_series(1, ${count}) ORDER BY 1`);
  return rows.map(({ id }) => id);
}

function keysOf({ isbn, identifiers, related }: OnixRecord, sender: string) {
  return {
    isbn,
    identifiers: keys(identifiers, sender),
    works: keys(sameWork(related), sender),
    related: keys(otherEditions(related), sender),
  };
}

function sameWork(related: Related | null): Identifier[] {
  return related?.works.flatMap((one) => (one.relation === SAME_WORK ? one.identifiers : [])) ?? [];
}

function otherEditions(related: Related | null): Identifier[] {
  return related?.products.flatMap((one) => (OTHER_EDITION.has(one.relation) ? one.identifiers : [])) ?? [];
}

const PROPRIETARY = '01';

/** Identifiers as keys; a proprietary one means something only to its sender. */
function keys(identifiers: readonly Identifier[], sender: string): string[] {
  const all = identifiers
    .filter(({ value }) => value !== '')
    .map(({ type, value, name }) => (type === PROPRIETARY ? `${type}:${sender}:${name}:${value}` : `${type}:${value}`));
  return [...new Set(all)];
}

const COLUMNS = [
  ...PLACE_COLUMNS,
  'data',
  'dataHash',
  'isbn',
  'identifiers',
  'works',
  'related',
  'productId',
  'variantId',
  'nextChangeOn',
] as const;

/** A record as it is stored; without a variant of its own it keeps the one that it has. */
export type RecordToSave = LinkedRecord & { variantId: number | null; nextChangeOn: string | null };

/** Stores the records of a batch. */
export async function saveRecords(db: Database, message: Message, records: readonly RecordToSave[]): Promise<void> {
  const rows = records.map(({ plan, ...record }) => {
    const { reference } = plan.record;
    return { ...record, ...placeIn(message, plan), data: plan.json, dataHash: plan.hash, reference };
  });
  const types = columnTypes(onixRecord, COLUMNS);
  const added = rows.filter((_, index) => !records[index]!.plan.stored);
  if (added.length > 0)
    await db.execute(sql`INSERT INTO ${onixRecord} (id, sender, reference, ${columnNames(COLUMNS)}) OVERRIDING SYSTEM VALUE
      SELECT id, ${message.sender}, reference, ${columnNames(COLUMNS)}
      FROM ${rowsAsTable({ id: 'integer', reference: 'text', ...types }, added)} AS given`);
  const changed = rows.filter((_, index) => records[index]!.plan.stored);
  if (changed.length > 0)
    await db.execute(sql`UPDATE ${onixRecord} SET (${columnNames(COLUMNS)}) = ROW (${columnNames(COLUMNS, 'given')}),
        deleted_at = NULL, updated_at = now()
      FROM ${rowsAsTable({ id: 'integer', ...types }, changed)} AS given WHERE ${onixRecord.id} = given.id`);
}

/** Names the variants that stored records are now. */
export async function saveVariantLinks(
  db: Database,
  links: readonly { id: number; variantId: number }[],
): Promise<void> {
  if (links.length === 0) return;
  await db.execute(sql`UPDATE ${onixRecord} SET variant_id = given.variant_id
    FROM ${rowsAsTable({ id: 'integer', variantId: 'integer' }, links)} AS given WHERE ${onixRecord.id} = given.id`);
}

/** Makes stored records be no variants that others are now. */
export async function unlinkOthers(db: Database, links: readonly { id: number; variantId: number }[]): Promise<void> {
  if (links.length === 0) return;
  await db.execute(sql`UPDATE ${onixRecord} SET variant_id = NULL
    FROM ${rowsAsTable({ id: 'integer', variantId: 'integer' }, links)} AS given
    WHERE ${onixRecord.variantId} = given.variant_id AND ${onixRecord.id} <> given.id`);
}
