import { and, eq, gt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { GuestTicket, NewGuestTicket, TicketWithTimeline } from '#contract/tickets.ts';
import type { NewTicket, NewReply } from '#contract/forms.ts';
import type { Locale } from '#domain/locale.ts';
import { requireCustomer } from '../accounts/customers.ts';
import { ApiError, requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { order, product, ticket, ticketReply } from '../db/tables.ts';
import { requestOrigin } from '../emails/email-content.ts';
import { guestTicketToken } from '../emails/links.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { rateLimitSubject } from '../limits.ts';
import { publish } from '../live/live-events.ts';
import { shortDigest, hashSecret } from '../secrets.ts';
import { requireTicket, requireTicketWithMessages, type OwnTicket } from './queries.ts';
import {
  insertTicket,
  sendTicketUpdate,
  lockTicket,
  transitionTicket,
  insertReply,
  type TicketRow,
} from './transition-ticket.ts';

/**
 * Opens a ticket with its first message and confirms it by email. Throws `not_found` for an order that is not the
 * customer's and for a product that is not listed.
 */
export function openTicket(deps: Deps, customerId: string, newTicket: NewTicket): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { displayName: name } = await requireCustomer(tx, customerId);
    await requireTicketContext(tx, customerId, newTicket);
    const first = { name, message: newTicket.message };
    const row = await insertTicket(tx, { id: uuidv7(), customerId, ...ticketValuesOf(newTicket) }, first);
    await publish(tx, customerId, 'tickets');
    await sendTicketUpdate(tx, deps, { kind: 'ticket_opened', row, text: newTicket.message });
    return row.id;
  });
}

type TicketContext = Pick<NewTicket, 'order_id' | 'product_id'>;

async function requireTicketContext(tx: Database, customerId: string, context: TicketContext): Promise<void> {
  const { order_id: orderId, product_id: productId } = context;
  if (orderId) {
    const isOwn = and(eq(order.id, orderId), eq(order.customerId, customerId));
    const [own] = await tx.select({ id: order.id }).from(order).where(isOwn);
    requireFound(own);
  }
  if (productId) {
    const isListed = and(eq(product.id, productId), product.isListed);
    const [listed] = await tx.select({ id: product.id }).from(product).where(isListed);
    requireFound(listed);
  }
}

function ticketValuesOf({ subject, category, order_id: orderId, product_id: productId, page }: NewTicket) {
  return { subject, category, orderId: orderId ?? null, productId: productId ?? null, page: page ?? null };
}

/**
 * Adds a customer's message and reopens the ticket; reopening a closed one is confirmed by email. An answer that the customer
 * has not read stays unread. Throws `not_found`.
 */
export function replyToTicket(deps: Deps, customerId: string, { parent, message }: NewReply): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { displayName: name } = await requireCustomer(tx, customerId);
    const row = await lockTicket(tx, { id: parent, customerId });
    await transitionTicket(tx, row, { action: 'reply', actor: 'customer' });
    await insertReply(tx, row.id, { author: 'customer', name, message });
    if (row.state === 'closed') await sendTicketUpdate(tx, deps, { kind: 'ticket_reopened', row });
    return row.id;
  });
}

/** `actor` is the member of staff who answers; the customer sees `name`, by default the actor. */
type NewAnswer = { number: string; actor: string; name?: string; message: string };

/** Adds the staff's answer to a ticket, unread until it is opened, and emails it. Throws `not_found`. */
export function answerTicket(deps: Deps, { number, actor, name = actor, message }: NewAnswer): Promise<TicketRow> {
  return deps.db.transaction(async (tx) => {
    const before = await lockTicket(tx, { number });
    const { row } = await transitionTicket(tx, before, { action: 'answer', actor, isUnread: true });
    await insertReply(tx, before.id, { author: 'staff', name, message });
    await sendTicketUpdate(tx, deps, { kind: 'ticket_answered', row, text: message });
    return row;
  });
}

/**
 * One ticket of a customer, marked as read before it is selected: an answer that comes in between is in the response, a later
 * one marks it as unread again. Throws `not_found`.
 */
export function readTicket({ db }: Deps, own: OwnTicket): Promise<TicketWithTimeline> {
  return db.transaction(async (tx) => {
    const isUnread = and(eq(ticket.id, own.id), eq(ticket.customerId, own.customerId), ticket.isUnread);
    const read = await tx.update(ticket).set({ isUnread: false }).where(isUnread);
    if (read.rowCount === 1) await publish(tx, own.customerId, 'tickets');
    return requireTicket(tx, own);
  });
}

type GuestClient = { locale: Locale; client: { ip: string } };

/**
 * Opens a ticket for a guest and emails its link; a form that is submitted twice opens one ticket. Limited per IP address and
 * per email; the email quotes the message once an hour, because anybody may enter any email. Throws `too_many_requests`.
 */
export async function openGuestTicket(
  deps: Deps,
  newTicket: NewGuestTicket,
  { locale, client }: GuestClient,
): Promise<void> {
  const { name, email, subject, message } = newTicket;
  await deps.consumeRateLimit('new-ticket', `address:${rateLimitSubject(client.ip)}`);
  await deps.consumeRateLimit('guest-ticket', shortDigest(email));
  const isQuoted = await mayQuoteMessage(deps, email);
  await deps.db.transaction(async (tx) => {
    if (await isDuplicate(tx, newTicket)) return;
    const id = uuidv7();
    const guest = { guestName: name, guestEmail: email, guestLocale: locale };
    const guestTokenHash = hashSecret(guestTicketToken(deps, id));
    const row = { id, subject, category: 'other', ...guest, guestTokenHash };
    const { number } = await insertTicket(tx, row, { name, message });
    const quote = isQuoted ? { quote: { subject, text: message } } : {};
    await enqueueEmail(tx, deps, {
      kind: 'guest_ticket_opened',
      to: email,
      locale,
      data: { name, number, ...quote, guestTicketId: id, ...requestOrigin(client) },
    });
  });
}

async function mayQuoteMessage({ consumeRateLimit }: Deps, email: string): Promise<boolean> {
  try {
    await consumeRateLimit('guest-quote', shortDigest(email));
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Whether a form was submitted twice. Transactions for one email wait for each other. */
async function isDuplicate(tx: Database, { email, subject, message }: NewGuestTicket): Promise<boolean> {
  await lockKeys(tx, [`guest ticket ${email}`]);
  const isRecent = gt(ticket.createdAt, sql`now() - interval '10 minutes'`);
  const [same] = await tx
    .select({ id: ticket.id })
    .from(ticket)
    .innerJoin(ticketReply, and(eq(ticketReply.ticketId, ticket.id), eq(ticketReply.message, message)))
    .where(and(eq(ticket.guestEmail, email), eq(ticket.subject, subject), isRecent))
    .limit(1);
  return same !== undefined;
}

/** What a guest's link leads to: the ticket, or its page in the account of the customer who adopted it. */
export type LinkedTicket = { ticket: GuestTicket } | { redirectTo: string };

/** The ticket of a guest's link, marked as read. Throws `not_found`. */
export function readGuestTicket({ db }: Pick<Deps, 'db'>, token: string): Promise<LinkedTicket> {
  return db.transaction(async (tx) => {
    const row = await lockTicket(tx, { guestTokenHash: hashSecret(token) });
    if (row.customerId) return { redirectTo: `/customer/tickets/show/${row.id}` };
    if (row.isUnread) await tx.update(ticket).set({ isUnread: false }).where(eq(ticket.id, row.id));
    const { is_guest: _, ...guestTicket } = await requireTicketWithMessages(tx, eq(ticket.id, row.id));
    return { ticket: guestTicket };
  });
}

/**
 * Adds a message by a guest's link and reopens the ticket; also where a customer has adopted it since the page was loaded.
 * Throws `not_found` and `too_many_requests`.
 */
export async function replyAsGuest(deps: Deps, token: string, message: string): Promise<void> {
  const guestTokenHash = hashSecret(token);
  await deps.consumeRateLimit('ticket-reply', `guest:${shortDigest(token)}`);
  await deps.db.transaction(async (tx) => {
    const row = await lockTicket(tx, { guestTokenHash });
    const name = row.guestName ?? (await requireCustomer(tx, row.customerId!)).displayName;
    await transitionTicket(tx, row, { action: 'reply', actor: 'customer' });
    await insertReply(tx, row.id, { author: 'customer', name, message });
  });
}

/** Closes the ticket of a guest's link, if it is not closed yet. Throws `not_found`. */
export async function closeAsGuest({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockTicket(tx, { guestTokenHash: hashSecret(token) });
    await transitionTicket(tx, row, { action: 'close', actor: 'customer' });
  });
}
