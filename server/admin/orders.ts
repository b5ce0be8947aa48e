import { desc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { AnyOrder, OrderRow, TransitionResult, listAllOrders as contract } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderState } from '#domain/orders/order.ts';
import { TRANSITION_PERMISSIONS, type StaffTransition } from '#domain/orders/staff-work.ts';
import { hasPermission } from '#domain/staff.ts';
import { ApiError, requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, keepStatement, together, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { emailMessage, order, orderLine, orderNote } from '../db/tables.ts';
import { staffEmailOf } from '../emails/stored-emails.ts';
import { listHeldLines } from '../orders/held-lines.ts';
import { requireOrderByNumber } from '../orders/queries.ts';
import { listOrderEvents } from '../orders/timeline.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { recordPayment } from '../payments/webhook.ts';
import { findOrders, pageOfOrders, type FoundOrders } from './order-search.ts';
import { toPage } from './pages.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

type OrderQuery = ParsedOf<typeof contract>['query'];

const copies = valueOf(
  subquery
    .select({ value: sql<number>`sum(${orderLine.qty})::int` })
    .from(orderLine)
    .where(eq(orderLine.orderId, order.id)),
);

const rowColumns = {
  id: order.id,
  number: order.number,
  state: order.state,
  placedAt: order.placedAt,
  name: sql<string>`${order.address}->>'name'`,
  email: order.email,
  customerId: order.customerId,
  total: order.total,
  method: order.paymentMethod,
  copies,
};

type Form = { status: OrderState | undefined; limit: number };
type Values = Partial<Omit<FoundOrders, 'lines'>> & { before: string | undefined };

const selectPage = keepForms((db, given: PerhapsGiven<Values>, form: Form) => {
  const found = { ids: given('ids'), name: given('name'), email: given('email') };
  return selectOrders(db, { before: given('before'), ...found }, form);
});

function selectOrders(db: Database, wanted: Parameters<typeof pageOfOrders>[0], { status, limit }: Form) {
  const { where, orderBy } = pageOfOrders(wanted, status);
  return db
    .select(rowColumns)
    .from(order)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
}

/** Orders of all customers, newest first; `next` is the `before` of the next page. */
export async function listOrderRows(deps: Deps, { q, status, before, limit }: OrderQuery) {
  const form = { status, limit: limit + 1 };
  const { lines, ...found } = q ? await findOrders(deps, { q, status, before, limit }) : {};
  const rows = await (lines
    ? selectOrders(deps.db, { before, ...found, lines }, form)
    : selectPage(deps.preparedDb, { before, ...found }, form));
  return toPage(rows.map(orderRowOf), limit, ({ id }) => id);
}

type SelectedOrder = Pick<
  typeof order.$inferSelect,
  'id' | 'number' | 'state' | 'placedAt' | 'email' | 'customerId' | 'total'
>;

function orderRowOf({
  state,
  placedAt,
  customerId,
  total,
  ...row
}: SelectedOrder & Pick<OrderRow, 'name' | 'copies' | 'method'>): OrderRow {
  return {
    ...row,
    status: state,
    placed_at: placedAt.toISOString(),
    is_member: customerId !== null,
    payable: ringgitFromSen(total),
  };
}

const MAX_EMAILS = 50;

/** All that the staff sees of an order. Throws `not_found`. */
export function requireAnyOrder({ preparedDb, config }: Deps, number: string): Promise<AnyOrder> {
  return together(preparedDb, async (db) => {
    const found = await requireOrderByNumber(db, config, number);
    const { id: orderId } = found;
    const [changes, notes, emails, held] = await Promise.all([
      listOrderEvents(db, { orderId }),
      selectNotes(db, { orderId }),
      selectEmails(db, { orderId }),
      listHeldLines(db, orderId),
    ]);
    return {
      order: found,
      changes: changes.map(({ state, actor, at }) => ({ status: state, actor, at: at.toISOString() })),
      notes: notes.map(({ id, author, text, at }) => ({ id, author, text, at: at.toISOString() })),
      emails: emails.map((row) => staffEmailOf(row, config.shopName)),
      held,
    };
  });
}

type OfOrder = Given<{ orderId: string }>;

const selectNotes = keepStatement((db, given: OfOrder) =>
  db
    .select()
    .from(orderNote)
    .where(eq(orderNote.orderId, given('orderId')))
    .orderBy(orderNote.id),
);

const selectEmails = keepStatement((db, given: OfOrder) =>
  db
    .select()
    .from(emailMessage)
    .where(eq(emailMessage.orderId, given('orderId')))
    .orderBy(desc(emailMessage.id))
    .limit(MAX_EMAILS),
);

const VERBS: Record<StaffTransition, string> = {
  paid: 'mark-paid',
  packed: 'pack',
  shipped: 'ship',
  delivered: 'deliver',
  cancelled: 'cancel',
};

type BulkTransition = {
  numbers: readonly string[];
  to: StaffTransition;
  parcel?: { carrier: string; tracking: string } | undefined;
};

/** Moves orders one after the other, each in a transaction of its own; what cannot be moved says why and stays. */
export async function transitionOrders(
  deps: Deps,
  request: StaffRequest,
  { numbers, to, parcel }: BulkTransition,
): Promise<TransitionResult[]> {
  const results: TransitionResult[] = [];
  for (const number of new Set(numbers)) results.push(await transitionOne(deps, request, { number, to, parcel }));
  return results;
}

async function transitionOne(
  deps: Deps,
  request: StaffRequest,
  { number, to, parcel }: Omit<BulkTransition, 'numbers'> & { number: string },
): Promise<TransitionResult> {
  const { name: actor, staffRole } = request.principal;
  if (!hasPermission(staffRole!, TRANSITION_PERMISSIONS[to])) throwApiError('not_found');
  const action = { verb: `order ${VERBS[to]}`, about: number };
  try {
    const status = await runAsStaff(deps, request, action, async (inside) => {
      const { id } = await requireOrderRef(inside.db, number);
      if (to !== 'paid') return (await transitionOrder(inside, id, { to, actor, ...(parcel && { parcel }) })).state;
      await recordPayment(inside, id, actor);
      return (await requireOrderRef(inside.db, number)).state;
    });
    return { number, status, error: null };
  } catch (error) {
    if (error instanceof ApiError) return { number, status: null, error: error.code };
    throw error;
  }
}

async function requireOrderRef(db: Database, number: string) {
  const [found] = await db.select({ id: order.id, state: order.state }).from(order).where(eq(order.number, number));
  return requireFound(found);
}

/** Notes something about an order. Throws `not_found`. */
export function addOrderNote(
  deps: Deps,
  request: StaffRequest,
  { number, text }: { number: string; text: string },
): Promise<void> {
  return runAsStaff(deps, request, { verb: 'order note', about: number }, async ({ db }) => {
    const { id: orderId } = await requireOrderRef(db, number);
    await db.insert(orderNote).values({ id: uuidv7(), orderId, author: request.principal.name, text });
  });
}
