import type { Database } from '../db/connection.ts';
import type { order } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { postMail } from '../mails/post-mail.ts';

type Returned = { order: typeof order.$inferSelect; amount: number };

/** Mails a customer that money (sen) which came for an order that did not need it goes back. */
export async function tellOfReturn(tx: Database, deps: Deps, { order, amount }: Returned): Promise<void> {
  const { id: orderId, number, email, locale, customerId } = order;
  await postMail(tx, deps, { kind: 'payment_returned', to: email, locale, facts: { number, amount }, orderId });
  await tellCustomer(tx, customerId, 'orders');
}
