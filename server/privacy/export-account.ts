import type { AccountExport } from '#contract/account.ts';
import { asc, eq, inArray, or } from 'drizzle-orm';
import { profileOf, requireCustomer, type Customer } from '../accounts/customers.ts';
import { exportPicture } from '../accounts/picture.ts';
import { writeAudit } from '../audit/audit.ts';
import { databaseTime, type Database } from '../db/connection.ts';
import type { Deps, ClientInfo } from '../context.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import {
  exportOrders,
  exportRefunds,
  exportTransactions,
  type DataSubject,
  exportRow,
  exportRowsBy,
} from './export-orders.ts';
import {
  address,
  availabilityAlert,
  product,
  review,
  reviewEvent,
  reviewReport,
  reviewVote,
  ticket,
  ticketEvent,
  ticketReply,
  auditEntry,
  coupon,
  couponUsage,
  identity,
  emailMessage,
  emailToken,
  knownDevice,
  order,
  savedLine,
  session,
  staffInvitation,
  titleRequest,
  variant,
} from '../db/tables.ts';
import { exportPasskeys, exportSecondStep } from './export-credentials.ts';
import { exportNamedLists, exportWishes } from './export-lists.ts';
import { exportTicketNotes } from './export-notes.ts';
import { subjectOf } from '../emails/stored-emails.ts';

/**
 * Everything stored about a customer, for them to download: amounts in RM, times in UTC, no hash and no secret. One
 * consistent snapshot, which includes the audit entry of this export: its `actor` is the customer, or who of the staff.
 */
export async function exportAccount(
  { db, config, storage }: Deps,
  customerId: string,
  by: { client?: ClientInfo; actor?: string },
): Promise<AccountExport> {
  await writeAudit(db, { event: 'data_exported', customerId, ...by });
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  return db.transaction((tx) => collectAccountData(tx, customerId, { shop: config.shopName, storage }), snapshot);
}

type ExportSources = { shop: string; storage: ObjectStorage };

async function collectAccountData(
  tx: Database,
  customerId: string,
  { shop, storage }: ExportSources,
): Promise<AccountExport> {
  const now = await databaseTime(tx);
  const owner = await requireCustomer(tx, customerId);
  const subject = { customerId, email: owner.email };
  return {
    shop,
    exported_at: now.toISOString(),
    ...(await exportProfileData(tx, owner, storage)),
    orders: await exportOrders(tx, subject),
    transactions: await exportTransactions(tx, subject),
    refunds: await exportRefunds(tx, subject),
    tickets: await exportTickets(tx, subject),
    reviews: await exportReviews(tx, customerId),
    review_votes: await exportReviewVotes(tx, customerId),
    review_reports: await exportReviewReports(tx, customerId),
    wish_list: await exportWishes(tx, customerId),
    saved_for_later: await exportSavedLines(tx, customerId),
    named_lists: await exportNamedLists(tx, customerId),
    alerts: await exportAlerts(tx, subject),
    title_requests: await exportTitleRequests(tx, subject),
    coupon_uses: await exportCouponUses(tx, subject),
    sessions: await exportSessions(tx, customerId),
    devices: await exportKnownDevices(tx, customerId),
    mailed_links: await exportEmailTokens(tx, customerId),
    staff_invitations: await exportInvitations(tx, subject),
    mails: await exportEmails(tx, subject, shop),
    activity: await exportActivity(tx, customerId),
  };
}

/** Who the customer is: the profile, their picture, identities at providers and saved addresses. */
async function exportProfileData(tx: Database, owner: Customer, storage: ObjectStorage) {
  const { username, createdAt: created_at, activatedAt: activated_at } = owner;
  return {
    profile: { ...profileOf(owner), username, created_at, activated_at },
    picture: await exportPicture(storage, owner),
    identities: await exportIdentities(tx, owner.id),
    passkeys: await exportPasskeys(tx, owner.id),
    ...(await exportSecondStep(tx, owner.id)),
    addresses: await exportAddresses(tx, owner.id),
  };
}

/** A customer's saved addresses, oldest first. */
export async function exportAddresses(db: Database, customerId: string) {
  const rows = await db
    .select()
    .from(address)
    .where(eq(address.customerId, customerId))
    .orderBy(asc(address.createdAt));
  return rows.map(exportRow);
}

/** What a customer saved for later with its titles, oldest first. */
export async function exportSavedLines(db: Database, customerId: string) {
  const rows = await db
    .select({ line: savedLine, title: product.title, isbn: variant.isbn })
    .from(savedLine)
    .innerJoin(variant, eq(variant.id, savedLine.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .where(eq(savedLine.customerId, customerId))
    .orderBy(asc(savedLine.savedAt));
  return rows.map(({ line, ...about }) => ({ ...about, ...exportRow(line) }));
}

/** A customer's availability alerts, those that a guest set with their email included, oldest first. */
export async function exportAlerts(db: Database, { customerId, email }: DataSubject) {
  const rows = await db
    .select({ alert: availabilityAlert, title: product.title })
    .from(availabilityAlert)
    .innerJoin(variant, eq(variant.id, availabilityAlert.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .where(or(eq(availabilityAlert.customerId, customerId), eq(availabilityAlert.email, email)))
    .orderBy(asc(availabilityAlert.createdAt));
  return rows.map((row) => ({ title: row.title, ...exportRow(row.alert) }));
}

/** The titles that a customer asked for, as a guest with their email included, oldest first. */
export async function exportTitleRequests(db: Database, { customerId, email }: DataSubject) {
  const isOwn = or(eq(titleRequest.customerId, customerId), eq(titleRequest.email, email));
  const rows = await db.select().from(titleRequest).where(isOwn).orderBy(asc(titleRequest.id));
  return rows.map(exportRow);
}

/** A customer's tickets with replies, status changes and the notes of the staff, guest tickets of their email included, oldest first. */
export async function exportTickets(db: Database, { customerId, email }: DataSubject) {
  const isOwn = or(eq(ticket.customerId, customerId), eq(ticket.guestEmail, email));
  const tickets = await db.select().from(ticket).where(isOwn).orderBy(asc(ticket.id));
  const ids = tickets.map((row) => row.id);
  if (ids.length === 0) return [];
  const replies = await db
    .select()
    .from(ticketReply)
    .where(inArray(ticketReply.ticketId, ids))
    .orderBy(asc(ticketReply.id));
  const events = await db
    .select()
    .from(ticketEvent)
    .where(inArray(ticketEvent.ticketId, ids))
    .orderBy(asc(ticketEvent.id));
  const repliesOf = exportRowsBy(replies, 'ticketId');
  const eventsOf = exportRowsBy(events, 'ticketId');
  const notesOf = await exportTicketNotes(db, ids);
  return tickets.map((row) => ({
    ...exportRow(row),
    replies: repliesOf(row.id),
    moves: eventsOf(row.id),
    notes: notesOf(row.id),
  }));
}

/** A customer's reviews with their titles and status changes, oldest first; the names of the staff are the staff's own. */
export async function exportReviews(db: Database, customerId: string) {
  const isOwn = eq(review.customerId, customerId);
  const rows = await db
    .select({ row: review, title: product.title })
    .from(review)
    .innerJoin(product, eq(product.id, review.productId))
    .where(isOwn)
    .orderBy(asc(review.createdAt), asc(review.id));
  const events = await db
    .select({ id: reviewEvent.id, reviewId: reviewEvent.reviewId, state: reviewEvent.state, at: reviewEvent.at })
    .from(reviewEvent)
    .innerJoin(review, eq(review.id, reviewEvent.reviewId))
    .where(isOwn)
    .orderBy(asc(reviewEvent.at), asc(reviewEvent.id));
  const eventsOf = exportRowsBy(events, 'reviewId');
  return rows.map(({ row, title }) => ({ title, ...exportRow(row), moves: eventsOf(row.id) }));
}

/** The reviews that a customer found helpful, oldest first. */
export async function exportReviewVotes(db: Database, customerId: string) {
  const isOwn = eq(reviewVote.customerId, customerId);
  const rows = await db.select().from(reviewVote).where(isOwn).orderBy(asc(reviewVote.createdAt));
  return rows.map(exportRow);
}

/** The reviews that a customer reported, oldest first. */
export async function exportReviewReports(db: Database, customerId: string) {
  const isOwn = eq(reviewReport.customerId, customerId);
  const rows = await db.select().from(reviewReport).where(isOwn).orderBy(asc(reviewReport.createdAt));
  return rows.map(exportRow);
}

/** The customer's identities at providers. */
export async function exportIdentities(db: Database, customerId: string) {
  const rows = await db.select().from(identity).where(eq(identity.customerId, customerId));
  return rows.map(exportRow);
}

/** The customer's sessions, ended ones included, oldest first. */
export async function exportSessions(db: Database, customerId: string) {
  const rows = await db.select().from(session).where(eq(session.customerId, customerId)).orderBy(asc(session.id));
  return rows.map(exportRow);
}

/** When each device that the customer has signed in with was first and last seen at a sign-in. */
async function exportKnownDevices(db: Database, customerId: string) {
  const isOwn = eq(knownDevice.customerId, customerId);
  const rows = await db.select().from(knownDevice).where(isOwn).orderBy(asc(knownDevice.firstSeenAt));
  return rows.map(exportRow);
}

/** Links that were emailed, without their tokens. */
export async function exportEmailTokens(db: Database, customerId: string) {
  const rows = await db
    .select()
    .from(emailToken)
    .where(eq(emailToken.customerId, customerId))
    .orderBy(asc(emailToken.expiresAt));
  return rows.map(exportRow);
}

/** Invitations to the back office that the customer got, without their tokens. */
async function exportInvitations(db: Database, { customerId, email }: DataSubject) {
  const isOwn = or(eq(staffInvitation.customerId, customerId), eq(staffInvitation.email, email));
  const rows = await db.select().from(staffInvitation).where(isOwn).orderBy(asc(staffInvitation.sentAt));
  return rows.map(exportRow);
}

/** The audit trail of the account, oldest first. */
export async function exportActivity(db: Database, customerId: string) {
  const rows = await db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.chain, customerId))
    .orderBy(asc(auditEntry.position));
  return rows.map(exportRow);
}

/** How often the customer's email used which coupon. */
export async function exportCouponUses(db: Database, { email }: DataSubject) {
  return db
    .select({ code: coupon.code, used: couponUsage.used })
    .from(couponUsage)
    .innerJoin(coupon, eq(coupon.id, couponUsage.couponId))
    .where(eq(couponUsage.customerKey, email))
    .orderBy(asc(coupon.code));
}

/** Emails to the customer and about their orders: subjects and times, oldest first. */
export async function exportEmails(db: Database, { customerId, email }: DataSubject, shop: string) {
  const orders = db.select({ id: order.id }).from(order).where(eq(order.customerId, customerId));
  const rows = await db
    .select()
    .from(emailMessage)
    .where(or(eq(emailMessage.recipient, email), inArray(emailMessage.orderId, orders)))
    .orderBy(asc(emailMessage.id));
  return rows.map((row) => ({
    to: row.recipient,
    subject: subjectOf(row, shop),
    written_at: row.createdAt,
    sent_at: row.sentAt,
  }));
}
