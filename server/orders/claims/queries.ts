import { asc, desc, eq, getTableColumns, and, lt } from 'drizzle-orm';
import type { Claim } from '#contract/claims.ts';
import type { ClaimState } from '#domain/orders/claim.ts';
import { requireFound } from '../../api-error.ts';
import type { Database } from '../../db/connection.ts';
import { keepForms, keepStatement, type Given, type PerhapsGiven } from '../../db/kept-statement.ts';
import { jsonArray, optionalValueOf, subquery, valueOf } from '../../db/subqueries.ts';
import { claim, claimEvent, claimLine, order, orderLine } from '../../db/tables.ts';

/** No order has more claims in its life. */
const MAX_CLAIMS = 50;

const shopNote = optionalValueOf(
  subquery
    .select({ value: claimEvent.note })
    .from(claimEvent)
    .where(and(eq(claimEvent.claimId, claim.id), eq(claimEvent.state, 'declined'))),
);

/** The claims of an order as its customer sees them, the oldest first. */
export async function listOrderClaims(db: Database, orderId: string): Promise<Claim[]> {
  const rows = await selectOrderClaims(db, { orderId });
  return rows.map((row) => ({
    number: row.number,
    status: row.state,
    problem: row.problem,
    wish: row.wish,
    lines: row.lines,
    note: row.note,
    opened_at: row.openedAt.toISOString(),
    shop_note: row.shopNote,
  }));
}

const selectOrderClaims = keepStatement((db, given: Given<{ orderId: string }>) =>
  db
    .select({
      ...getTableColumns(claim),
      shopNote,
      lines: valueOf(
        subquery
          .select({ value: jsonArray({ id: claimLine.orderLineId, qty: claimLine.qty }, claimLine.orderLineId) })
          .from(claimLine)
          .where(eq(claimLine.claimId, claim.id)),
      ),
    })
    .from(claim)
    .where(eq(claim.orderId, given('orderId')))
    .orderBy(asc(claim.id))
    .limit(MAX_CLAIMS),
);

/** A claim as the staff's list shows it. */
export type ClaimSummary = {
  id: string;
  number: string;
  order: string;
  status: ClaimState;
  problem: Claim['problem'];
  wish: Claim['wish'];
  email: string;
  opened_at: string;
};

export type ClaimDetails = ClaimSummary & {
  is_address_right: boolean;
  note: string | null;
  refund_id: string | null;
  lines: { title: string; qty: number }[];
  moves: { status: ClaimState; at: string; actor: string; note: string | null }[];
};

type Form = { state?: ClaimState | undefined; limit: number };
type Before = { before?: string | undefined };

/** The newest claims of all orders, of one state where it is given, older than the one `before`. */
export async function listClaims(db: Database, { before, ...form }: Form & Before): Promise<ClaimSummary[]> {
  const rows = await selectPage(db, { before }, form);
  return rows.map(summaryOf);
}

const selectPage = keepForms((db, given: PerhapsGiven<Before>, { limit, state }: Form) => {
  const before = given('before');
  return selectClaims(db)
    .where(and(state && eq(claim.state, state), before && lt(claim.id, before)))
    .orderBy(desc(claim.id))
    .limit(limit);
});

/** A claim with its copies and events, for the staff. Throws `not_found`. */
export async function requireClaim(db: Database, number: string): Promise<ClaimDetails> {
  const [found] = await selectClaims(db).where(eq(claim.number, number.trim().toUpperCase()));
  const row = requireFound(found);
  const { id, isAddressRight, note, refundId } = row.claim;
  const lines = await db
    .select({ title: orderLine.title, qty: claimLine.qty })
    .from(claimLine)
    .innerJoin(orderLine, eq(orderLine.id, claimLine.orderLineId))
    .where(eq(claimLine.claimId, id))
    .orderBy(asc(orderLine.position));
  const events = await db
    .select()
    .from(claimEvent)
    .where(eq(claimEvent.claimId, id))
    .orderBy(asc(claimEvent.at), asc(claimEvent.id));
  const moves = events.map(({ state, at, actor, note: told }) => ({
    status: state,
    at: at.toISOString(),
    actor,
    note: told,
  }));
  return { ...summaryOf(row), is_address_right: isAddressRight, note, refund_id: refundId, lines, moves };
}

function selectClaims(db: Database) {
  return db
    .select({ claim, order: order.number, email: order.email })
    .from(claim)
    .innerJoin(order, eq(order.id, claim.orderId));
}

type SelectedClaim = { claim: typeof claim.$inferSelect; order: string; email: string };

function summaryOf({ claim: row, order: of, email }: SelectedClaim): ClaimSummary {
  const { id, number, state: status, problem, wish, openedAt } = row;
  return { id, number, order: of, status, problem, wish, email, opened_at: openedAt.toISOString() };
}
