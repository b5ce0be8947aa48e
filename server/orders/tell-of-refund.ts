import type { Database } from '../db/connection.ts';
import type { order } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { postMail } from '../mails/post-mail.ts';
import type { RefundRow } from './write-refund.ts';

type Told = { order: typeof order.$inferSelect; refund: RefundRow; note?: string | undefined };

/** Mails a customer where a refund stands now, and tells their open pages. */
export async function tellOfRefund(tx: Database, deps: Deps, { order, refund, note }: Told): Promise<void> {
  const { id: orderId, number, email, locale, customerId } = order;
  const facts = {
    number,
    state: refund.state,
    amount: refund.amount,
    note: note ?? null,
  };
  await postMail(tx, deps, { kind: 'refund_moved', to: email, locale, facts, orderId });
  await tellCustomer(tx, customerId, 'orders');
}
