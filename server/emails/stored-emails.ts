import { eq, and, desc, isNotNull, isNull } from 'drizzle-orm';
import type { AnyOrder } from '#contract/admin.ts';
import type { Locale } from '#domain/locale.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { availabilityAlert, emailMessage, ticket, titleRequest } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { isAnonymized } from './anonymize-emails.ts';
import { renderEmail, renderSubject, type EmailData, type EmailKind, type RenderedEmail } from './email-templates.ts';
import { ticketReplyAddress } from './reply-address.ts';
import { guestAlertsUrl, guestTicketUrl, orderUrl } from './links.ts';
import { findOrderWithLines, orderEmailData, type OrderWithLines } from './order-email-data.ts';
import { reviewInvitationData, type StoredReviewInvitation } from './review-invitation.ts';
import { emailContext } from './email-content.ts';
import { requireFound } from '../api-error.ts';

/** What rendering needs of the shop, and what links are made of. */
export type EmailDeps = Pick<Deps, 'config' | 'authSecret' | 'publicUrl'>;

export type EmailRow = typeof emailMessage.$inferSelect;
/** An email, with its order if it is about one, and the stored hash of the link to what else of a guest it is about. */
export type StoredEmail = { row: EmailRow; order: OrderWithLines | undefined; linkHash: Buffer | null };

const EMPTY_EMAIL: RenderedEmail = { subject: '', text: '', html: '' };

export async function findEmail(db: Database, id: string): Promise<StoredEmail | undefined> {
  const [row] = await selectEmail(db, { id });
  if (!row) return undefined;
  const order = row.orderId === null ? undefined : await findOrderWithLines(db, row.orderId);
  return { row, order, linkHash: order ? null : await findLinkHash(db, row) };
}

const selectEmail = keepStatement((db, given: Given<{ id: string }>) =>
  db
    .select()
    .from(emailMessage)
    .where(eq(emailMessage.id, given('id'))),
);

/** The hash of the link to the ticket or the alerts of a guest, of the newest ones where they have several. */
async function findLinkHash(db: Database, { data, recipient }: EmailRow): Promise<Buffer | null> {
  const { guestTicketId, isGuest } = data;
  if (typeof guestTicketId === 'string') {
    const [found] = await db.select({ hash: ticket.guestTokenHash }).from(ticket).where(eq(ticket.id, guestTicketId));
    return found?.hash ?? null;
  }
  return isGuest === true ? findAlertsLinkHash(db, recipient) : null;
}

/** The stored hash of the link to what an address waits for, that of the newest request; null where it waits for nothing. */
async function findAlertsLinkHash(db: Database, email: string): Promise<Buffer | null> {
  const newest = (table: typeof availabilityAlert | typeof titleRequest) =>
    db
      .select({ hash: table.guestTokenHash, at: table.createdAt })
      .from(table)
      .where(and(eq(table.email, email), isNotNull(table.guestTokenHash)))
      .orderBy(desc(table.createdAt))
      .limit(1);
  const found = [...(await newest(availabilityAlert)), ...(await newest(titleRequest))];
  const [last] = found.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return last?.hash ?? null;
}

/** The email as its recipient gets it; an anonymized one is empty. */
export function renderStoredEmail(deps: EmailDeps, { row, order, linkHash }: StoredEmail): RenderedEmail {
  if (isAnonymized(row)) return EMPTY_EMAIL;
  const { kind, locale } = row;
  const data = order ? withOrderData(row.data, deps, { order, locale }) : withGuestLink(row, deps, linkHash);
  const replyTo = replyToOf(row, deps);
  const answerable = replyTo === undefined ? data : { ...data, isAnswerable: true };
  const email = renderEmail(kind as EmailKind, answerable as EmailData[EmailKind], emailContext(deps, locale));
  return { ...email, ...(replyTo !== undefined && { replyTo }) };
}

/** Answers to emails about a ticket go to it, where the shop takes any. */
function replyToOf({ kind, data: { number }, createdAt }: EmailRow, deps: EmailDeps): string | undefined {
  const isAboutTicket = TICKET_KINDS.includes(kind) && typeof number === 'string';
  return isAboutTicket ? ticketReplyAddress(deps, number, createdAt) : undefined;
}

const TICKET_KINDS = ['ticket_opened', 'guest_ticket_opened', 'ticket_answered', 'ticket_closed', 'ticket_reopened'];

/** Data stored in the row wins over the order's, except the lines, which have no covers there. */
function withOrderData(
  data: object,
  deps: EmailDeps,
  { order, locale }: { order: OrderWithLines; locale: Locale },
): object {
  const orderData = orderEmailData(deps, order, locale);
  if ('lineIds' in data)
    return reviewInvitationData(data as StoredReviewInvitation, deps, { order, orderData, locale });
  return { ...orderData, ...data, lines: orderData.lines, link: orderUrl(deps, order) };
}

/** A guest's link opens the ticket, or the alerts of the address, so it is never stored. */
function withGuestLink({ data, recipient: email, locale }: EmailRow, deps: EmailDeps, stored: Buffer | null): object {
  const { guestTicketId: id, isGuest } = data;
  if (typeof id === 'string') return { ...data, link: guestTicketUrl(deps, { id, locale, stored }) };
  return isGuest === true ? { ...data, link: guestAlertsUrl(deps, { email, locale, stored }) } : data;
}

export function subjectOf(row: EmailRow, shop: string): string {
  return isAnonymized(row) ? '' : renderSubject(row, shop);
}

/** An email as the staff sees it beside an order or a customer. */
export function staffEmailOf(row: EmailRow, shop: string): AnyOrder['emails'][number] {
  return {
    id: row.id,
    subject: subjectOf(row, shop),
    at: (row.sentAt ?? row.createdAt).toISOString(),
    status: row.sentAt ? 'sent' : row.deadLetteredAt ? 'failed' : 'queued',
  };
}

/** `dead-lettered` after the last attempt: sent again only by the operator. The values are those of the CLI. */
export const EMAIL_STATES = ['waiting', 'sent', 'dead-lettered'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** An email as the CLI lists it. */
export type EmailSummary = {
  id: string;
  to: string;
  kind: string;
  locale: string;
  state: EmailState;
  created_at: string;
  sent_at: string | null;
  attempts: number;
  last_error: string | null;
};

const STATE_CONDITIONS = {
  waiting: and(isNull(emailMessage.sentAt), isNull(emailMessage.deadLetteredAt)),
  sent: isNotNull(emailMessage.sentAt),
  'dead-lettered': and(isNull(emailMessage.sentAt), isNotNull(emailMessage.deadLetteredAt)),
};

/** The newest emails, optionally of one state. */
export async function listEmails(
  db: Database,
  { limit, state }: { limit: number; state?: EmailState | undefined },
): Promise<EmailSummary[]> {
  const rows = await db
    .select()
    .from(emailMessage)
    .where(state && STATE_CONDITIONS[state])
    .orderBy(desc(emailMessage.id))
    .limit(limit);
  return rows.map(emailSummary);
}

/** An email with the subject and text that its recipient gets, links included. Throws `not_found`. */
export async function requireEmail(
  { db, ...deps }: EmailDeps & Pick<Deps, 'db'>,
  id: string,
): Promise<EmailSummary & { subject: string; text: string }> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const found = requireFound(isId ? await findEmail(db, id) : undefined);
  const { subject, text } = renderStoredEmail(deps, found);
  return { ...emailSummary(found.row), subject, text };
}

function emailSummary(row: EmailRow): EmailSummary {
  return {
    id: row.id,
    to: row.recipient,
    kind: row.kind,
    locale: row.locale,
    state: row.sentAt ? 'sent' : row.deadLetteredAt ? 'dead-lettered' : 'waiting',
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    attempts: row.attempts,
    last_error: row.lastError,
  };
}
