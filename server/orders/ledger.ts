import { inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Sen } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import type { Database } from '../db/connection.ts';
import { keepInsert } from '../db/kept-statement.ts';
import { ledgerEntry } from '../db/tables.ts';

/*
 * Every posting of the shop (specification §12). The sum of an order's entries is what its customer owes.
 *
 * | What happened                                         | Postings                                              |
 * |-------------------------------------------------------|-------------------------------------------------------|
 * | order placed                                          | charge of the total                                   |
 * | order paid                                            | payment of the total                                  |
 * | unpaid order cancelled                                | reversal of the total                                 |
 * | overdue order paid late and reinstated                | charge and payment of the total                       |
 * | cancelled order paid late and not reinstated          | charge and payment of the total, refund of the amount |
 * | refund approved                                       | refund of its amount                                  |
 * | refund sent to the customer                           | payout of its amount, by the method that sent it      |
 * | payment for an order that needs none, sent back       | payment and payout of the amount, without a refund id |
 */

/** The order that is posted to. Its row is locked, or was inserted in the same transaction. */
export type LedgerAccount = { id: string; customerId: string | null; paymentMethod: PaymentMethod };

/**
 * The effect of a posting on the customer's balance: a charge is owed, a payment settles it, a reversal cancels a charge that
 * was never paid, a refund is owed to the customer, and a payout is a refund that was sent.
 */
const EFFECT = { charge: 1, payment: -1, reversal: -1, refund: -1, payout: 1 } as const;

/** `amount` is in sen and never below zero; `method` is the order's own unless it differs. */
export type Posting = { kind: keyof typeof EFFECT; amount: Sen; method?: PaymentMethod; refundId?: string };

/** Appends entries in this order. The database numbers them and links each to the one before by its hash. */
export async function postLedgerEntries(
  tx: Database,
  { id: orderId, customerId, paymentMethod }: LedgerAccount,
  postings: readonly Posting[],
): Promise<void> {
  for (const { kind, amount, method = paymentMethod, refundId = null } of postings) {
    const effect = EFFECT[kind] * amount || 0;
    await insertEntry(tx, { id: uuidv7(), orderId, customerId, kind, method, amount: effect, refundId });
  }
}

const insertEntry = keepInsert(ledgerEntry, ['id', 'orderId', 'customerId', 'kind', 'method', 'amount', 'refundId']);

/** The entries of guest orders, once their guest is a customer. */
export async function assignLedgerEntries(
  tx: Database,
  orderIds: readonly string[],
  customerId: string,
): Promise<void> {
  await tx
    .update(ledgerEntry)
    .set({ customerId })
    .where(inArray(ledgerEntry.orderId, [...orderIds]));
}
