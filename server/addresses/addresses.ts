import { and, desc, eq, count, ne } from 'drizzle-orm';
import { MAX_ADDRESSES } from '#contract/options.ts';
import type { Address } from '#contract/account.ts';
import type { AddressFields } from '#contract/forms.ts';
import type { Database, Connection } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { address, customer } from '../db/tables.ts';
import { v7 as uuidv7 } from 'uuid';
import { throwApiError, requireFound } from '../api-error.ts';

/** A customer's addresses, newest first. */
export async function listAddresses(db: Database, customerId: string): Promise<Address[]> {
  const rows = await selectAddresses(db, { customerId });
  return rows.map(({ id, name, phone, line1, line2, city, state, zip, isDefault }) => ({
    id,
    name,
    phone,
    line1,
    line2,
    city,
    state,
    zip,
    country: 'MY',
    is_default: isDefault,
  }));
}

const selectAddresses = keepStatement((db, given: Given<{ customerId: string }>) =>
  db
    .select()
    .from(address)
    .where(eq(address.customerId, given('customerId')))
    .orderBy(desc(address.createdAt), desc(address.id)),
);

/** An address of this customer, or undefined for any other id. */
export async function findAddress(db: Database, customerId: string, id: string) {
  const [found] = await selectAddress(db, { id, customerId });
  return found;
}

const selectAddress = keepStatement((db, given: Given<{ id: string; customerId: string }>) =>
  db
    .select()
    .from(address)
    .where(and(eq(address.id, given('id')), eq(address.customerId, given('customerId')))),
);

/** Adds an address (the first becomes the default), or changes the one with `id`. Throws `not_found`, `too_many`. */
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
  return requireFound(saved).id;
}

type AddressValues = AddressFields & { line2: string | null };

function addAddress(db: Connection, customerId: string, values: AddressValues): Promise<string> {
  return db.transaction(async (tx) => {
    await lockAddresses(tx, customerId);
    const [counted] = await tx.select({ count: count() }).from(address).where(eq(address.customerId, customerId));
    if (counted!.count >= MAX_ADDRESSES) throwApiError('too_many');
    const id = uuidv7();
    await tx.insert(address).values({ ...values, id, customerId, isDefault: counted!.count === 0 });
    return id;
  });
}

/** Makes an address the only default of its customer. Throws `not_found`. */
export function setDefaultAddress(db: Connection, customerId: string, id: string): Promise<string> {
  return db.transaction(async (tx) => {
    await lockAddresses(tx, customerId);
    const own = eq(address.customerId, customerId);
    const [chosen] = await tx
      .select({ id: address.id })
      .from(address)
      .where(and(own, eq(address.id, id)));
    requireFound(chosen);
    await tx
      .update(address)
      .set({ isDefault: false })
      .where(and(own, ne(address.id, id), eq(address.isDefault, true)));
    await tx.update(address).set({ isDefault: true }).where(eq(address.id, id));
    return id;
  });
}

/** Locks the customer's row, so that changes of the default address run one after the other. */
export async function lockAddresses(db: Database, customerId: string): Promise<void> {
  await db.select({ id: customer.id }).from(customer).where(eq(customer.id, customerId)).for('update');
}

/** Removes an address; where it was the default, the newest remaining one becomes it. Throws `not_found`. */
export function removeAddress(db: Connection, customerId: string, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAddresses(tx, customerId);
    const own = eq(address.customerId, customerId);
    const [removed] = await tx
      .delete(address)
      .where(and(own, eq(address.id, id)))
      .returning();
    if (!requireFound(removed).isDefault) return;
    const [newest] = await tx
      .select({ id: address.id })
      .from(address)
      .where(own)
      .orderBy(desc(address.createdAt), desc(address.id))
      .limit(1);
    if (newest) await tx.update(address).set({ isDefault: true }).where(eq(address.id, newest.id));
  });
}
