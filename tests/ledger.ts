import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

export const LEDGER_KINDS = ['charge', 'payment', 'reversal', 'refund', 'payout'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** An entry as a test wants it: `amount` in sen, positive; its sign follows from its kind. */
export type MadeEntry = {
  orderId: string;
  customerId: string;
  kind: LedgerKind;
  amount: number;
  at: Date;
  method?: string;
};

export type WrittenEntry = MadeEntry & { id: string; signed: number };

/** Writes an entry of any time into the ledger, past the commands that would write it now. */
export async function writeEntry(pool: pg.Pool, made: MadeEntry): Promise<WrittenEntry> {
  const { orderId, customerId, kind, amount, at, method = 'bank_transfer' } = made;
  const id = uuidv7();
  const signed = kind === 'charge' || kind === 'payout' ? amount : -amount;
  await pool.query(
    'INSERT INTO ledger_entry (id, order_id, customer_id, kind, method, amount, at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [id, orderId, customerId, kind, method, signed, at],
  );
  return { ...made, id, signed };
}
