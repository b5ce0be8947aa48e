import { and, count, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { MOST_ADDRESSES, type AddressFields } from '#contract/addresses.ts';
import { address } from '../db/tables.ts';
import type { Connection } from '../db/connection.ts';
import { refuse, required } from '../refuse.ts';
import { lockAddresses } from './set-default-address.ts';

/** Adds an address (the first becomes the default), or changes the one with `id`. Refuses `not_found`, `too_many`. */
export async function saveAddress(
  db: Connection,
  customerId: string,
  { id, ...fields }: AddressFields & { id?: string | undefined },
): Promise<string> {
  const values = { ...fields, line2: fields.line2 || null };
  if (id === undefined) return addAddress(db, customerId, values);
  const [saved] = await db
    .update(address)
    .set(values)
    .where(and(eq(address.id, id), eq(address.customerId, customerId)))
    .returning({ id: address.id });
  return required(saved).id;
}

type Values = AddressFields & { line2: string | null };

function addAddress(db: Connection, customerId: string, values: Values): Promise<string> {
  return db.transaction(async (tx) => {
    await lockAddresses(tx, customerId);
    const [held] = await tx.select({ count: count() }).from(address).where(eq(address.customerId, customerId));
    if (held!.count >= MOST_ADDRESSES) refuse('too_many');
    const id = uuidv7();
    await tx.insert(address).values({ ...values, id, customerId, isDefault: held!.count === 0 });
    return id;
  });
}
