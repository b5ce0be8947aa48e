import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { listTickets as contract, TicketPage } from '#contract/tickets.ts';
import type { Database } from '../db/connection.ts';
import { ticket, ticketReply } from '../db/tables.ts';
import { selectTickets, ticketOf } from './queries.ts';

type Query = ParsedOf<typeof contract>['query'];

const SORTS: Record<Query['sort'], readonly SQL[]> = {
  updated_at: [asc(ticket.updatedAt), asc(ticket.id)],
  '-updated_at': [desc(ticket.updatedAt), desc(ticket.id)],
  created_at: [asc(ticket.createdAt), asc(ticket.id)],
  '-created_at': [desc(ticket.createdAt), desc(ticket.id)],
};

/** One page of a customer's tickets, last changed first unless asked otherwise, and how many are in which state. */
export async function listTickets(db: Database, customerId: string, query: Query): Promise<TicketPage> {
  const { page, limit, status, sort } = query;
  const matches = matching(query);
  const { unread, ...counts } = await countTickets(db, customerId, matches);
  const rows = await selectTickets(
    db,
    and(eq(ticket.customerId, customerId), matches, status && eq(ticket.state, status)),
  )
    .orderBy(...SORTS[sort])
    .limit(limit)
    .offset((page - 1) * limit);
  const total = status ? counts[status] : counts.open + counts.answered + counts.closed;
  return { rows: rows.map(ticketOf), total, page, counts, unread };
}

/** What the filters other than the state ask for. Columns bear their table's name: Drizzle would leave it out. */
function matching({ category, q }: Query): SQL | undefined {
  const pattern = q && `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    category && sql`"ticket".category = ${category}`,
    pattern
      ? sql`("ticket".subject ILIKE ${pattern} OR "ticket".number ILIKE ${pattern} OR EXISTS (
          SELECT FROM ${ticketReply} AS r WHERE r.ticket_id = "ticket".id AND r.message ILIKE ${pattern}))`
      : undefined,
  );
}

type Counts = TicketPage['counts'] & { unread: number };

async function countTickets(db: Database, customerId: string, matches: SQL | undefined): Promise<Counts> {
  const ofState = (state: keyof TicketPage['counts']) =>
    sql<number>`(count(*) FILTER (WHERE ${and(eq(ticket.state, state), matches)}))::int`;
  const [counted] = await db
    .select({
      open: ofState('open'),
      answered: ofState('answered'),
      closed: ofState('closed'),
      unread: sql<number>`(count(*) FILTER (WHERE ${ticket.isUnread}))::int`,
    })
    .from(ticket)
    .where(eq(ticket.customerId, customerId));
  return counted!;
}
