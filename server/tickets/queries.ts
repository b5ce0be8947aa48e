import { and, asc, count, desc, eq, exists, ilike, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { TICKET_CATEGORIES } from '#contract/options.ts';
import type {
  GuestTicket,
  Ticket,
  TicketEvent,
  TicketReply,
  TicketWithTimeline,
  listTickets as contract,
  TicketPage,
} from '#contract/tickets.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, rowsBefore, type PerhapsGiven } from '../db/kept-statement.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { customer, order, product, ticket, ticketEvent, ticketReply } from '../db/tables.ts';
import { requireFound } from '../api-error.ts';
import type { TicketState } from '#domain/ticket.ts';

/** A ticket is shown with at most so many of its latest messages. */
const MAX_REPLIES = 1000;

export type OwnTicket = { id: string; customerId: string };

/** A ticket with its messages; `unread` says that the customer or guest has not read the answer yet. */
export type TicketDetails = GuestTicket & { is_guest: boolean };

/** One ticket of this customer with its timeline. Throws `not_found`. */
export async function requireTicket(db: Database, own: OwnTicket): Promise<TicketWithTimeline> {
  const [row] = await selectTickets(db, isOwn(own));
  return { ...ticketOf(requireFound(row)), timeline: await listTicketEvents(db, own.id) };
}

/** One ticket of any customer or guest with its messages. Throws `not_found`. */
export async function requireTicketWithMessages(db: Database, where: SQL): Promise<TicketDetails> {
  const [found] = await selectTickets(db, where);
  const row = requireFound(found);
  const { id, customerId } = row.ticket;
  const [timeline, messages] = [await listTicketEvents(db, id), await listReplies(db, id)];
  return { ...ticketOf(row), email: row.email, is_guest: customerId === null, timeline, messages };
}

/** A ticket's events, oldest first. */
export async function listTicketEvents(db: Database, ticketId: string): Promise<TicketEvent[]> {
  const events = await db
    .select()
    .from(ticketEvent)
    .where(eq(ticketEvent.ticketId, ticketId))
    .orderBy(asc(ticketEvent.at), asc(ticketEvent.id));
  return events.map(({ state, actor, at }) => ({
    status: state,
    by: actor === 'customer' ? 'customer' : 'staff',
    at: at.toISOString(),
  }));
}

function isOwn({ id, customerId }: OwnTicket): SQL | undefined {
  return and(eq(ticket.id, id), eq(ticket.customerId, customerId));
}

/** The messages of a ticket of this customer, oldest first. Throws `not_found`. */
export async function listOwnReplies(db: Database, own: OwnTicket): Promise<TicketReply[]> {
  const [found] = await db.select({ id: ticket.id }).from(ticket).where(isOwn(own));
  return listReplies(db, requireFound(found).id);
}

/** The messages of a ticket, oldest first. */
export async function listReplies(db: Database, ticketId: string): Promise<TicketReply[]> {
  const rows = await db
    .select()
    .from(ticketReply)
    .where(eq(ticketReply.ticketId, ticketId))
    .orderBy(desc(ticketReply.at), desc(ticketReply.id))
    .limit(MAX_REPLIES);
  return rows
    .toReversed()
    .map(({ id, author, name, message, at }) => ({ id, author, name, message, at: at.toISOString() }));
}

/** Of a ticket what is shown of it, its customer's or guest's email, order, product and number of messages. */
export const ticketColumns = {
  ticket: {
    id: ticket.id,
    number: ticket.number,
    customerId: ticket.customerId,
    orderId: ticket.orderId,
    subject: ticket.subject,
    category: ticket.category,
    state: ticket.state,
    isUnread: ticket.isUnread,
    page: ticket.page,
    createdAt: ticket.createdAt,
    updatedAt: ticket.updatedAt,
  },
  email: sql<string>`coalesce(${customer.email}, ${ticket.guestEmail})`,
  orderNumber: order.number,
  product: { id: product.id, title: product.title, language: product.language, slug: product.slug },
  isListed: product.isListed,
  replies: valueOf(subquery.select({ value: count() }).from(ticketReply).where(eq(ticketReply.ticketId, ticket.id))),
};

export function selectTickets(db: Database, where: SQL | undefined) {
  return db
    .select(ticketColumns)
    .from(ticket)
    .leftJoin(customer, eq(customer.id, ticket.customerId))
    .leftJoin(order, eq(order.id, ticket.orderId))
    .leftJoin(product, eq(product.id, ticket.productId))
    .where(where);
}

export type SelectedTicket = Awaited<ReturnType<typeof selectTickets>>[number];

/** A ticket as its customer sees it. */
export function ticketOf({ ticket: row, orderNumber, product: title, isListed, replies }: SelectedTicket): Ticket {
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    status: row.state,
    category: TICKET_CATEGORIES.find((one) => one === row.category) ?? 'other',
    order_id: row.orderId,
    order_number: orderNumber,
    product: title && { ...title, slug: isListed ? title.slug : null },
    page: row.page,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    replies: replies - 1,
    unread: row.isUnread,
  };
}

type TicketQuery = ParsedOf<typeof contract>['query'];

const SORTS: Record<TicketQuery['sort'], readonly SQL[]> = {
  updated_at: [asc(ticket.updatedAt), asc(ticket.id)],
  '-updated_at': [desc(ticket.updatedAt), desc(ticket.id)],
  created_at: [asc(ticket.createdAt), asc(ticket.id)],
  '-created_at': [desc(ticket.createdAt), desc(ticket.id)],
};

/** One page of a customer's tickets, last changed first unless asked otherwise, and how many are in which state. */
export async function listTickets(db: Database, customerId: string, query: TicketQuery): Promise<TicketPage> {
  const { page, limit, status, category, sort, q } = query;
  const wanted = { customerId, pattern: q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : undefined };
  const [[counted], rows] = await Promise.all([
    countTickets(db, wanted, { category }),
    selectPage(db, { ...wanted, offset: rowsBefore(query) }, { status, category, sort, limit }),
  ]);
  const { unread, ...counts } = counted!;
  const total = status ? counts[status] : counts.open + counts.answered + counts.closed;
  return { rows: rows.map(ticketOf), total, page, counts, unread };
}

type Wanted = { customerId: string; pattern: string | undefined };
type Filter = Pick<TicketQuery, 'category'>;
type Form = Filter & Pick<TicketQuery, 'status' | 'sort' | 'limit'>;

const selectPage = keepForms(
  (db, given: PerhapsGiven<Wanted & { offset: number | undefined }>, { status, category, sort, limit }: Form) =>
    selectTickets(
      db,
      and(
        eq(ticket.customerId, given('customerId')),
        filterCondition({ category }, given('pattern')),
        status && eq(ticket.state, status),
      ),
    )
      .orderBy(...SORTS[sort])
      .limit(limit)
      .offset(given('offset') ?? 0),
);

/** The filters other than the state. */
function filterCondition({ category }: Filter, pattern: Placeholder | undefined): SQL | undefined {
  const isOfCategory = category && eq(ticket.category, category);
  if (!pattern) return isOfCategory;
  const hasMatchingReply = exists(
    subquery
      .select({ id: ticketReply.id })
      .from(ticketReply)
      .where(and(eq(ticketReply.ticketId, ticket.id), ilike(ticketReply.message, pattern))),
  );
  return and(isOfCategory, or(ilike(ticket.subject, pattern), ilike(ticket.number, pattern), hasMatchingReply));
}

const countTickets = keepForms((db, given: PerhapsGiven<Wanted>, { category }: Filter) => {
  const matches = filterCondition({ category }, given('pattern'));
  const ofState = (state: keyof TicketPage['counts']) =>
    sql<number>`(count(*) FILTER (WHERE ${and(eq(ticket.state, state), matches)}))::int`;
  return db
    .select({
      open: ofState('open'),
      answered: ofState('answered'),
      closed: ofState('closed'),
      unread: sql<number>`(count(*) FILTER (WHERE ${ticket.isUnread}))::int`,
    })
    .from(ticket)
    .where(eq(ticket.customerId, given('customerId')));
});

/** A ticket as the staff's list shows it, with the email of its customer or guest. */
export type TicketSummary = Ticket & { email: string };

/** The tickets of all customers and guests, last changed first, of one state where it is given. */
export async function listAllTickets(
  db: Database,
  { limit, state }: { limit: number; state?: TicketState | undefined },
): Promise<TicketSummary[]> {
  const rows = await selectTickets(db, state && eq(ticket.state, state))
    .orderBy(desc(ticket.updatedAt), desc(ticket.id))
    .limit(limit);
  return rows.map((row) => ({ ...ticketOf(row), email: row.email }));
}

/** One ticket of any customer or guest by its number, ignoring case. Throws `not_found`. */
export function requireTicketByNumber(db: Database, number: string): Promise<TicketDetails> {
  return requireTicketWithMessages(db, eq(ticket.number, number.trim().toUpperCase()));
}
