import { and, eq, inArray, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import {
  address,
  availabilityAlert,
  auditEntry,
  bankStatementLine,
  claim,
  claimEvent,
  customer,
  idempotency,
  identity,
  emailToken,
  namedList,
  order,
  passkey,
  recoveryCode,
  session,
  knownDevice,
  staffInvitation,
  ticket,
  savedLine,
  totp,
  wishlistItem,
  emailMessage,
  orderEvent,
  orderNote,
  refund,
  refundEvent,
  review,
  reviewReport,
  reviewVote,
  type OrderAddress,
  returnPhoto,
  titleRequest,
} from '../db/tables.ts';
import { anonymizeCouponUses } from '../coupons/redeem-coupon.ts';
import { DELETED_EMAIL_DOMAIN, anonymizeEmails } from '../emails/anonymize-emails.ts';
import { hasOpenSurplus } from '../payments/transfers.ts';
import { FINAL_ORDER_STATES } from '#domain/orders/order.ts';

/** What is deleted with its customer; votes and reports before the reviews that they are about. */
const OWN_TABLES = [
  session,
  knownDevice,
  passkey,
  totp,
  recoveryCode,
  address,
  savedLine,
  wishlistItem,
  namedList,
  availabilityAlert,
  titleRequest,
  ticket,
  reviewVote,
  reviewReport,
  review,
  identity,
  emailToken,
] as const;

/** The placeholder email of a deleted account: unique, and deliverable to nobody. */
export function deletedEmail(customerId: string): string {
  return customerId + DELETED_EMAIL_DOMAIN;
}

/**
 * Erases the personal data of a deleted account in every table; repeating it changes nothing. `emails` are the former
 * emails of the account; those of its orders and links are found here. Orders come before their emails, so that an email
 * sent in between is erased with its order, or keeps the order for the next run.
 */
export async function anonymizeCustomer(db: Database, customerId: string, emails: readonly string[]): Promise<void> {
  const formerEmails = await listFormerEmails(db, customerId, emails);
  const own = await db.select({ id: order.id }).from(order).where(eq(order.customerId, customerId));
  await anonymizeOrders(db, customerId, deletedEmail(customerId));
  await anonymizeEmails(db, { customerId, addresses: formerEmails, orderIds: own.map((row) => row.id) });
  await anonymizeCouponUses(db, customerId, formerEmails);
  await deleteIdempotencyKeys(db, formerEmails);
  if (formerEmails.length > 0)
    for (const table of [availabilityAlert, titleRequest])
      await db.delete(table).where(inArray(table.email, formerEmails));
  await deleteInvitations(db, customerId, formerEmails);
  for (const table of OWN_TABLES) await db.delete(table).where(eq(table.customerId, customerId));
  await db
    .update(auditEntry)
    .set({ ip: null, userAgent: null })
    .where(and(eq(auditEntry.chain, customerId), or(isNotNull(auditEntry.ip), isNotNull(auditEntry.userAgent))));
}

/** Every email that was the customer's, except those that are another account's now or were never confirmed. */
async function listFormerEmails(db: Database, customerId: string, emails: readonly string[]): Promise<string[]> {
  const ofOrders = db.select({ email: order.email }).from(order).where(eq(order.customerId, customerId));
  const ofIdentities = db.select({ email: identity.email }).from(identity).where(eq(identity.customerId, customerId));
  const isConfirmed = or(ne(emailToken.purpose, 'email'), isNotNull(emailToken.consumedAt));
  const ofLinks = db
    .select({ email: emailToken.email })
    .from(emailToken)
    .where(and(eq(emailToken.customerId, customerId), isConfirmed));
  const rows = await union(ofOrders, ofIdentities, ofLinks);
  const all = [...new Set([...emails, ...rows.map((row) => row.email)])].filter(
    (email) => !email.endsWith(DELETED_EMAIL_DOMAIN),
  );
  if (all.length === 0) return [];
  const taken = await db.select({ email: customer.email }).from(customer).where(inArray(customer.email, all));
  return all.filter((email) => !taken.some((other) => other.email === email));
}

/** Invitations to the back office: to the customer, and those that they sent. */
async function deleteInvitations(db: Database, customerId: string, emails: readonly string[]): Promise<void> {
  const { inviterId, customerId: acceptedBy, email } = staffInvitation;
  await db
    .delete(staffInvitation)
    .where(or(eq(inviterId, customerId), eq(acceptedBy, customerId), inArray(email, [...emails])));
}

/** Idempotency keys of guest orders are scoped by email. */
async function deleteIdempotencyKeys(db: Database, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const scopes = emails.map((email) => `guest:${email}`);
  await db.delete(idempotency).where(inArray(idempotency.scope, scopes));
}

/**
 * Orders whose address is not needed any more: they are in a final state, no refund or claim is open, no money of a transfer is
 * owed, and no email about them is pending, which would name the customer after the order no longer does.
 */
export const isAnonymizable = and(
  inArray(order.state, [...FINAL_ORDER_STATES]),
  notExists(
    subquery
      .select({ id: refund.id })
      .from(refund)
      .where(and(eq(refund.orderId, order.id), inArray(refund.state, ['requested', 'approved']))),
  ),
  notExists(
    subquery
      .select({ id: claim.id })
      .from(claim)
      .where(and(eq(claim.orderId, order.id), eq(claim.state, 'open'))),
  ),
  notExists(
    subquery
      .select({ id: bankStatementLine.id })
      .from(bankStatementLine)
      .where(and(eq(bankStatementLine.orderId, order.id), hasOpenSurplus)),
  ),
  notExists(
    subquery
      .select({ id: emailMessage.id })
      .from(emailMessage)
      .where(and(eq(emailMessage.orderId, order.id), isNull(emailMessage.sentAt), isNull(emailMessage.deadLetteredAt))),
  ),
);

const EMPTY_ADDRESS: OrderAddress = {
  name: '',
  phone: '',
  line1: '',
  line2: null,
  city: '',
  state: '',
  zip: '',
  country: 'MY',
};

/**
 * Erases email, address, notes, photos, gift message, company, tax number and the texts of bank transfers of a customer's finished orders; items, amounts
 * and ledger stay for accounting. Any other
 * order (shipped, with an open refund or claim, or a pending email) keeps them until the nightly maintenance finds it finished.
 */
export async function anonymizeOrders(db: Database, customerId: string, email: string): Promise<void> {
  const anonymized = await db
    .update(order)
    .set({
      email,
      address: EMPTY_ADDRESS,
      giftMessage: null,
      note: null,
      company: null,
      taxNumber: null,
      guestTokenHash: null,
    })
    .where(and(eq(order.customerId, customerId), isAnonymizable, ne(order.email, email)))
    .returning({ id: order.id });
  if (anonymized.length === 0) return;
  const ids = anonymized.map((row) => row.id);
  await db.update(orderEvent).set({ note: null }).where(inArray(orderEvent.orderId, ids));
  await db.delete(orderNote).where(inArray(orderNote.orderId, ids));
  await db.update(bankStatementLine).set({ text: '', payer: '' }).where(inArray(bankStatementLine.orderId, ids));
  const claimIds = db.select({ id: claim.id }).from(claim).where(inArray(claim.orderId, ids));
  await db.update(claimEvent).set({ note: null }).where(inArray(claimEvent.claimId, claimIds));
  await db.update(claim).set({ note: null }).where(inArray(claim.orderId, ids));
  const refundIds = db.select({ id: refund.id }).from(refund).where(inArray(refund.orderId, ids));
  await db.update(refundEvent).set({ note: null }).where(inArray(refundEvent.refundId, refundIds));
  await db.delete(returnPhoto).where(inArray(returnPhoto.refundId, refundIds));
  await db.update(refund).set({ note: null }).where(inArray(refund.orderId, ids));
}
