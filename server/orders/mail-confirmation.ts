import type { Explanation } from '#domain/explain.ts';
import { sumUp } from '#domain/sums.ts';
import type { Database } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import type { KeptFacts } from '../mails/letters.ts';
import { postMail } from '../mails/post-mail.ts';
import { bankTransfer } from '../payments/bank-transfer.ts';
import { words } from '../words.ts';
import type { OrderToWrite } from './write-order.ts';

type Confirmation = { id: string; number: string; explanation: Explanation; written: OrderToWrite };

/** Tells who ordered what was ordered, what it costs and why, where it goes and how to pay it. */
export async function mailConfirmation(
  tx: Database,
  deps: Deps,
  { id, number, explanation, written }: Confirmation,
): Promise<void> {
  const { quoted, locale, address, email, payBy } = written;
  const { quote, editions, coupon } = quoted;
  const facts: KeptFacts<'order_placed'> = {
    number,
    lines: quote.lines.map((line, index) => {
      const { title, format } = editions.get(line.variantId)!;
      const { reasons } = explanation.lines[index]!;
      return { title, format: words(locale)(`common.formats.${format}`), qty: line.qty, cost: line.list, reasons };
    }),
    sums: sumUp(quote, coupon?.code),
    delivery: explanation.delivery,
    address,
    payBy,
    transfer: bankTransfer(deps.config, number),
    payable: quote.payable,
  };
  await postMail(tx, deps, { kind: 'order_placed', to: email, locale, facts, orderId: id });
}
