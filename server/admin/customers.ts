import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { AnyCustomer, CustomerRow, listAllCustomers as contract } from '#contract/admin-customers.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { listLatestActivity } from '../accounts/profile.ts';
import { requireCustomer, type Customer } from '../accounts/customers.ts';
import { listAddresses } from '../addresses/addresses.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { beginningSearch } from '../db/find-by-beginning.ts';
import { keepForms, keepStatement, together, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { isAmong } from '../db/subqueries.ts';
import { customer, emailMessage, order, session, ticket } from '../db/tables.ts';
import { staffEmailOf } from '../emails/stored-emails.ts';
import { toPage } from './pages.ts';

type CustomerQuery = ParsedOf<typeof contract>['query'];

/** Customers, the newest first, found by the beginning of what is known of them. */
export async function listCustomerRows({ preparedDb }: Deps, { limit, q, before }: CustomerQuery) {
  const found = await findCustomers(preparedDb, { q, before, limit: limit + 1 });
  return toPage(found.map(rowOf), limit, ({ id }) => id);
}

/** Each kind of text has its index. */
const SEARCHES = {
  phone: beginningSearch(customer.id, customer.phone),
  email: beginningSearch(customer.id, customer.email),
  username: beginningSearch(customer.id, customer.username),
  name: beginningSearch(customer.id, sql`lower(${customer.displayName})`),
};
type Kind = keyof typeof SEARCHES;
const KINDS = Object.keys(SEARCHES) as Kind[];

/** The customers that a text finds: their ids, and the patterns that too many match. */
type FoundCustomers = { ids: readonly string[] } & Partial<Record<Kind, string>>;

const selectPage = keepForms(
  (db, given: PerhapsGiven<Partial<FoundCustomers> & { before: string | undefined }>, { limit }: { limit: number }) => {
    const [before, ids] = [given('before'), given('ids')];
    const patterns = KINDS.map((kind) => {
      const pattern = given(kind);
      return pattern && SEARCHES[kind].matches(pattern);
    });
    return db
      .select(listColumns)
      .from(customer)
      .where(and(before && lt(customer.id, before), ids && or(isAmong(customer.id, ids), ...patterns)))
      .orderBy(desc(customer.id))
      .limit(limit);
  },
);

/** What lists and exports say of a customer. */
const listColumns = {
  id: customer.id,
  email: customer.email,
  username: customer.username,
  displayName: customer.displayName,
  phone: customer.phone,
  locale: customer.locale,
  activatedAt: customer.activatedAt,
  deletedAt: customer.deletedAt,
  createdAt: customer.createdAt,
};

export type ListedCustomer = Pick<Customer, keyof typeof listColumns>;

/** Customers, the newest first, with this text at the beginning of what is known of them. */
export async function findCustomers(db: Database, { q, before, limit }: CustomerQuery): Promise<ListedCustomer[]> {
  return selectPage(db, { before, ...(q && (await findByText(db, q))) }, { limit });
}

function rowOf({
  id,
  email,
  username,
  displayName: name,
  phone,
  activatedAt,
  deletedAt,
  createdAt,
}: ListedCustomer): CustomerRow {
  const status = deletedAt ? 'deleted' : activatedAt ? 'active' : 'not_activated';
  return { id, email, username, name, phone, status, created_at: createdAt.toISOString() };
}

async function findByText(db: Database, q: string): Promise<FoundCustomers> {
  const text = q.toLowerCase();
  if (/^[+\d][\d\s-]{2,}$/.test(q)) return findBy(db, internationalOf(q), ['phone']);
  return findBy(db, text, text.includes('@') ? ['email'] : ['name', 'username', 'email']);
}

async function findBy(db: Database, beginning: string, kinds: readonly Kind[]): Promise<FoundCustomers> {
  const found = await Promise.all(kinds.map((kind) => SEARCHES[kind].find(db, beginning)));
  const patterns = Object.fromEntries(kinds.map((kind, index) => [kind, found[index]!.pattern]));
  return { ids: found.flatMap(({ ids }) => ids), ...patterns };
}

/** The beginning of a phone number as it is stored; without a country it is a Malaysian one. */
function internationalOf(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (typed.startsWith('+')) return `+${digits}`;
  return digits.startsWith('0') ? `+6${digits}` : `+${digits}`;
}

/** How many orders, tickets, emails and entries of the activity a profile shows. */
const MAX_SHOWN = 20;

/** What the staff sees of a customer. Throws `not_found`. */
export function requireAnyCustomer({ preparedDb, config }: Deps, id: string): Promise<AnyCustomer> {
  return together(preparedDb, async (db) => {
    const owner = await requireCustomer(db, id);
    const orders = selectOrders(db, { id });
    const [addresses, tickets, emails, sessions, activity] = await Promise.all([
      listAddresses(db, id),
      selectTickets(db, { id }),
      orders.then((rows) => selectEmails(db, { recipient: owner.email, orderIds: rows.map((row) => row.id) })),
      selectSessions(db, { id }),
      listLatestActivity(db, { customerId: id, limit: MAX_SHOWN }),
    ]);
    return {
      ...rowOf(owner),
      locale: owner.locale,
      signs_in_by: owner.providerId,
      staff_role: owner.staffRole,
      addresses,
      orders: (await orders).map(({ number, state: status, placedAt, total }) => ({
        number,
        status,
        placed_at: placedAt.toISOString(),
        payable: ringgitFromSen(total),
      })),
      tickets: tickets.map(({ number, subject, state: status, updatedAt }) => ({
        number,
        subject,
        status,
        updated_at: updatedAt.toISOString(),
      })),
      emails: emails.map((row) => staffEmailOf(row, config.shopName)),
      sessions: sessions.map(({ id: key, lastSeenAt, userAgent, ip }) => ({
        id: key,
        last_seen_at: lastSeenAt.toISOString(),
        user_agent: userAgent,
        ip,
      })),
      activity,
    };
  });
}

type OfCustomer = Given<{ id: string }>;

const selectOrders = keepStatement((db, given: OfCustomer) =>
  db
    .select({ id: order.id, number: order.number, state: order.state, placedAt: order.placedAt, total: order.total })
    .from(order)
    .where(eq(order.customerId, given('id')))
    .orderBy(desc(order.id))
    .limit(MAX_SHOWN),
);

const selectTickets = keepStatement((db, given: OfCustomer) =>
  db
    .select({ number: ticket.number, subject: ticket.subject, state: ticket.state, updatedAt: ticket.updatedAt })
    .from(ticket)
    .where(eq(ticket.customerId, given('id')))
    .orderBy(desc(ticket.updatedAt))
    .limit(MAX_SHOWN),
);

/** The newest emails to a customer's address, and about their newest orders: two lists of an index each, once the orders are known. */
const selectEmails = keepStatement((db, given: Given<{ recipient: string; orderIds: readonly string[] }>) =>
  db
    .select()
    .from(emailMessage)
    .where(or(eq(emailMessage.recipient, given('recipient')), isAmong(emailMessage.orderId, given('orderIds'))))
    .orderBy(desc(emailMessage.createdAt))
    .limit(MAX_SHOWN),
);

const selectSessions = keepStatement((db, given: OfCustomer) =>
  db
    .select({ id: session.id, lastSeenAt: session.lastSeenAt, userAgent: session.userAgent, ip: session.ip })
    .from(session)
    .where(and(eq(session.customerId, given('id')), isNull(session.endedAt), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(session.lastSeenAt))
    .limit(MAX_SHOWN),
);
