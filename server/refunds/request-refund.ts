import { and, eq } from 'drizzle-orm';
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import type { requestRefund as contract } from '#contract/refunds.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { everythingLeft, quoteRefund, refuseAnyRefund, refuseWanted, type RefundQuote } from '#domain/refund.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../db/connection.ts';
import { order } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { findBoughtOrder } from '../orders/find-bought-order.ts';
import { tellOfRefund } from '../orders/tell-of-refund.ts';
import { writeRefund } from '../orders/write-refund.ts';
import { refuse, required } from '../refuse.ts';
import { turnstile } from '../turnstile.ts';

type Asked = ParsedOf<typeof contract>['body'];
type Answer = AnswerOf<typeof contract>;
export type RefundCall = { customerId: string; asked: Asked; from?: Origin | undefined };

/** A rush for one order waits here, not on the connections that everybody else needs too. */
const inTurn = turnstile({ atOnce: 4, mostWaiting: 1000 });

/**
 * Asks for lines of an own order back, or for everything left of it. The order's row is held from the first read, so
 * that of many requests at once each sees the ones before. Refuses `not_found`, and `not_refundable` as the engine says.
 */
export function requestRefund(deps: Deps, call: RefundCall): Promise<Answer> {
  return inTurn(() => deps.db.transaction((tx) => request(tx, deps, call)));
}

async function request(tx: Database, deps: Deps, { customerId, asked, from }: RefundCall): Promise<Answer> {
  const own = and(eq(order.id, asked.id), eq(order.customerId, customerId));
  const [found] = await tx.select().from(order).where(own).for('update');
  const row = required(found);
  const quote = await quoteAsked(tx, asked);
  const { reason, note } = asked;
  const refund = await writeRefund(tx, { of: row, quote, state: 'requested', reason, note, actor: 'customer' });
  await tellOfRefund(tx, deps, { order: row, refund });
  const facts = { order: row.number, refund: refund.id, amount: refund.amount };
  await writeAudit(tx, { event: 'refund_asked', customerId, facts, from });
  return { id: refund.id, status: 'requested', amount: ringgitFromSen(refund.amount) };
}

async function quoteAsked(tx: Database, { id, items }: Asked): Promise<RefundQuote> {
  const { bought, progress, now } = await findBoughtOrder(tx, id);
  const wanted = items ?? everythingLeft(bought);
  const known = new Set(bought.lines.map((line) => line.id));
  if (wanted.some((line) => !known.has(line.id))) refuse('not_found');
  if (refuseAnyRefund(progress, now) ?? refuseWanted(bought, wanted)) refuse('not_refundable');
  return quoteRefund(bought, wanted);
}
