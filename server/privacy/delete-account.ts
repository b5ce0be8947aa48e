import { and, eq, isNull, or, isNotNull, sql } from 'drizzle-orm';
import { requireCustomer, type Customer } from '../accounts/customers.ts';
import { deletePictureFiles } from '../accounts/picture.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Database } from '../db/connection.ts';
import { customer, emailToken, order } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { publish } from '../live/live-events.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { ApiError, throwApiError } from '../api-error.ts';
import { claimGuestRecords } from '../accounts/registration.ts';
import { lockInvitations } from '../staff/invitations.ts';
import { deletedEmail, anonymizeCustomer } from './anonymize-customer.ts';

/** How often a new order may interrupt the deletion, before unpaid orders are left to their payment deadline. */
const MAX_ATTEMPTS = 3;

/**
 * Deletes a customer's account: cancels unpaid orders, erases personal data, and keeps the emptied row for the orders that
 * refer to it. A last email confirms it. Throws `token_invalid` for the second of two concurrent requests, and where the
 * password was changed meanwhile.
 */
export async function deleteAccount(deps: Deps, customerId: string, actor = 'customer'): Promise<void> {
  const owner = await requireCustomer(deps.db, customerId);
  for (let attempt = 1; ; attempt += 1) {
    await cancelUnpaidOrders(deps, owner, actor);
    if (await tryDeleteAccount(deps, owner, { mayLeaveUnpaid: attempt === MAX_ATTEMPTS, actor })) break;
  }
  await deletePictureFiles(deps.storage, customerId);
}

/** Returns false, having changed nothing, where an unpaid order was placed meanwhile. */
function tryDeleteAccount(
  deps: Deps,
  owner: Customer,
  { mayLeaveUnpaid, actor }: { mayLeaveUnpaid: boolean; actor: string },
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockForDeletion(tx, owner);
    if (!mayLeaveUnpaid && (await tx.$count(order, isUnpaidOrderOf(owner))) > 0) return false;
    await softDeleteAccount(tx, owner);
    const { email: to, locale, displayName: name } = owner;
    await enqueueEmail(tx, deps, { kind: 'account_deleted', to, locale, data: { name } });
    await publish(tx, owner.id, 'profile');
    await writeAudit(tx, { event: 'account_deleted', customerId: owner.id, actor });
    return true;
  });
}

/** Each in a transaction of its own: locking many variants at once would wait for concurrent orders. */
async function cancelUnpaidOrders(deps: Deps, owner: Customer, actor: string): Promise<void> {
  const unpaid = await deps.db.select({ id: order.id }).from(order).where(isUnpaidOrderOf(owner));
  for (const { id } of unpaid)
    await transitionOrder(deps, id, { to: 'cancelled', actor }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'too_late')) throw error;
    });
}

/** Guest orders of the email included, which belong to the account. */
function isUnpaidOrderOf({ id, email }: Customer) {
  return and(
    eq(order.state, 'placed'),
    or(eq(order.customerId, id), and(isNull(order.customerId), eq(order.email, email))),
  );
}

/** Locks links before the customer, the order in which every transaction locks both. */
async function lockForDeletion(tx: Database, { id, email, passwordHash }: Customer): Promise<void> {
  await lockInvitations(tx, { id, email });
  await tx.select().from(emailToken).where(eq(emailToken.customerId, id)).for('update');
  const isSamePassword =
    passwordHash === null ? isNull(customer.passwordHash) : eq(customer.passwordHash, passwordHash);
  const isUnchanged = and(eq(customer.id, id), isSamePassword, isNull(customer.deletedAt));
  const [locked] = await tx.select({ id: customer.id }).from(customer).where(isUnchanged).for('update');
  if (!locked) throwApiError('token_invalid');
}

/** Empties an account and erases its personal data, including guest orders of its email. */
export async function softDeleteAccount(db: Database, owner: { id: string; email: string }): Promise<void> {
  await claimGuestRecords(db, owner);
  const emptied = {
    username: null,
    passwordHash: null,
    registrationHash: null,
    photoUrl: null,
    pictureId: null,
    pictureHash: null,
    phone: null,
    activatedAt: null,
  };
  const defaults = { displayName: '', providerId: 'password', staffRole: null, starred: [] };
  await db
    .update(customer)
    .set({ ...emptied, ...defaults, email: deletedEmail(owner.id), deletedAt: sql`now()` })
    .where(eq(customer.id, owner.id));
  await anonymizeCustomer(db, owner.id, [owner.email]);
}

/** The deleted accounts, to be deleted again after restoring an older backup. */
export async function listDeletedAccounts(db: Database): Promise<string[]> {
  const rows = await db.select({ id: customer.id }).from(customer).where(isNotNull(customer.deletedAt));
  return rows.map((row) => row.id);
}

/** Deletes accounts again that a restored backup has brought back; returns how many there were. */
export async function redeleteAccounts(db: Database, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const id of ids) {
    const [owner] = await db
      .select()
      .from(customer)
      .where(and(eq(customer.id, id), isNull(customer.deletedAt)));
    if (!owner) continue;
    await softDeleteAccount(db, owner);
    await writeAudit(db, { event: 'account_deleted', customerId: id, actor: 'restore' });
    count += 1;
  }
  return count;
}
