import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { dayInMalaysia } from '#domain/dates.ts';
import { checkClaimable, type ClaimProblem, type ClaimWish } from '#domain/orders/claim.ts';
import { checkRefundEligibility, refundableLines, type RequestedLine } from '#domain/orders/refund.ts';
import { throwApiError } from '../../api-error.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { ClientInfo, Deps } from '../../context.ts';
import type { Database } from '../../db/connection.ts';
import { claim, claimEvent, claimLine, orderLine, variant } from '../../db/tables.ts';
import { enqueueEmail } from '../../emails/outbox.ts';
import { publish } from '../../live/live-events.ts';
import { loadRefundableOrder, type OrderRow } from '../refunds/refundable-order.ts';
import { lockOrder } from '../transition-order.ts';

/** `items` are the copies where single ones are missing or damaged; a missing parcel is every copy that is not refunded. */
export type NewClaim = {
  problem: ClaimProblem;
  items: readonly RequestedLine[];
  wish: ClaimWish;
  isAddressRight: boolean;
  note: string;
};

type ClaimRequest = { orderId: string; claimed: NewClaim; client?: ClientInfo | undefined };

/**
 * Opens a claim that a sent order, or copies of it, did not arrive, emails its customer and returns its number. While a claim
 * of the order is open, its number is returned and nothing else happens. Throws `not_found`, `too_early` until its promise
 * has passed, `too_late`, `not_refundable`, `out_of_stock` for copies that cannot be sent again, and `too_many_requests`.
 */
export async function openClaim(deps: Deps, { orderId, claimed, client }: ClaimRequest): Promise<string> {
  await deps.consumeRateLimit('claim', orderId);
  return deps.db.transaction(async (tx) => {
    const row = await lockOrder(tx, orderId);
    const [open] = await tx
      .select({ number: claim.number })
      .from(claim)
      .where(and(eq(claim.orderId, orderId), eq(claim.state, 'open')));
    if (open) return open.number;
    const items = await requireClaimable(tx, row, claimed);
    const { number } = await insertClaim(tx, row, { ...claimed, items });
    const data = { number: row.number, claimNumber: number, wish: claimed.wish };
    await enqueueEmail(tx, deps, { kind: 'claim_opened', to: row.email, locale: row.locale, data, orderId });
    await publish(tx, row.customerId, 'orders');
    const details = { order: row.number, claim: number };
    if (row.customerId) await writeAudit(tx, { event: 'claim_opened', customerId: row.customerId, details, client });
    return number;
  });
}

/** The copies of a claim that may be opened. */
async function requireClaimable(
  tx: Database,
  { id, deliveryPromise }: OrderRow,
  { problem, items, wish }: NewClaim,
): Promise<readonly RequestedLine[]> {
  const { order, progress, now } = await loadRefundableOrder(tx, id);
  const today = dayInMalaysia(new Date(now).toISOString());
  const reason = checkClaimable({ ...progress, expectedTo: deliveryPromise?.to ?? null }, { now, today });
  if (reason) throwApiError(reason === 'too_early' ? 'too_early' : 'too_late');
  const claimed = problem === 'parcel' ? refundableLines(order) : items;
  if (claimed.some((item) => !order.lines.some((line) => line.id === item.id))) throwApiError('not_found');
  if (checkRefundEligibility(order, claimed)) throwApiError('not_refundable');
  if (wish === 'resend' && !(await isInStock(tx, claimed))) throwApiError('out_of_stock');
  return claimed;
}

/** Whether copies of order lines could be sent once more. */
export async function isInStock(db: Database, items: readonly RequestedLine[]): Promise<boolean> {
  const ids = items.map(({ id }) => id);
  const lines = await db
    .select({ id: orderLine.id, stock: variant.stock })
    .from(orderLine)
    .innerJoin(variant, eq(variant.id, orderLine.variantId))
    .where(inArray(orderLine.id, ids));
  const stockOf = new Map(lines.map(({ id, stock }) => [id, stock]));
  return items.every(({ id, qty }) => qty <= (stockOf.get(id) ?? 0));
}

async function insertClaim(tx: Database, { id: orderId }: OrderRow, { items, note, ...values }: NewClaim) {
  const number = sql`'C-' || nextval('claim_number')`;
  const [row] = await tx
    .insert(claim)
    .values({ orderId, number, note: note || null, ...values })
    .returning();
  const { id: claimId } = row!;
  await tx.insert(claimLine).values(items.map(({ id: orderLineId, qty }) => ({ claimId, orderLineId, qty })));
  await tx.insert(claimEvent).values({ id: uuidv7(), claimId, state: 'open', actor: 'customer' });
  return row!;
}
