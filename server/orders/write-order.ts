import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { explainQuote, type Explanation } from '#domain/explain.ts';
import type { Locale } from '#domain/locale.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import type { QuotedLine } from '#domain/price.ts';
import { unitPrice } from '#domain/price.ts';
import type { Edition } from '../catalogue/find-editions.ts';
import type { Database } from '../db/connection.ts';
import { auditOf } from '../audit/write-audit.ts';
import {
  auditEntry,
  couponRedemption,
  idempotency,
  ledgerEntry,
  order,
  orderLine,
  orderMove,
  type OrderAddress,
} from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { telling } from '../live/tell-customer.ts';
import { pendingPayment } from '../payments/pending-payment.ts';
import { guestToken } from '../mails/order-link.ts';
import { hashSecret } from '../secrets.ts';
import type { Attempt } from './idempotency.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import type { KeptAnswer } from './place-order.ts';
import { figuresOf, type QuotedOrder } from './quote-order.ts';

export type OrderToWrite = {
  quoted: QuotedOrder;
  buyer: { customerId: string } | undefined;
  email: string;
  address: OrderAddress;
  locale: Locale;
  payBy: PaymentMethod;
  attempt: Attempt;
  from?: Origin | undefined;
};

/** Writes an order whose stock and coupon are taken: its photograph, the ledger, the mail, and the answer for its key. */
export async function writeOrder(tx: Database, deps: Deps, written: OrderToWrite): Promise<KeptAnswer> {
  const id = uuidv7();
  const { quoted, address } = written;
  const explanation = explainQuote(quoted.quote, { coupon: quoted.coupon, postalCode: address.zip });
  const token = written.buyer ? undefined : guestToken(deps, id);
  const number = await insertOrder(tx, { id, token, explanation, written });
  const answer = answerOf(deps, { id, number, written });
  await insertRest(tx, { id, written, answer });
  await mailConfirmation(tx, deps, { id, number, explanation, written });
  return answer;
}

type Identity = { id: string; token: string | undefined; explanation: Explanation; written: OrderToWrite };

async function insertOrder(tx: Database, { id, token, explanation, written }: Identity): Promise<string> {
  const { quote, coupon } = written.quoted;
  const [made] = await tx
    .insert(order)
    .values({
      id,
      number: sql`'BK-' || nextval('order_number')`,
      customerId: written.buyer?.customerId ?? null,
      email: written.email,
      locale: written.locale,
      total: quote.total,
      discount: quote.discount,
      proDiscount: quote.proDiscount,
      shipping: quote.shipping,
      payable: quote.payable,
      couponCode: coupon?.code ?? null,
      explanation,
      paymentMethod: written.payBy,
      address: written.address,
      guestTokenHash: token ? hashSecret(token) : null,
    })
    .returning({ number: order.number });
  return made!.number;
}

/** Lines, first move, ledger, coupon use, a customer's trail, the stored answer and its news in one round trip. */
async function insertRest(
  tx: Database,
  { id, written, answer }: { id: string; written: OrderToWrite; answer: KeptAnswer },
) {
  const { quoted, buyer, attempt, email, from } = written;
  const { quote, editions, coupon } = quoted;
  const lines = quote.lines.map((line, position) =>
    lineOf(line, editions.get(line.variantId)!, { position, isMember: !!buyer }),
  );
  const audited = auditOf({
    event: 'order_placed',
    customerId: buyer?.customerId,
    facts: { order: answer.number },
    from,
  });
  const trail = { ...audited, user_agent: audited.userAgent };
  await tx.execute(sql`
    WITH line AS (INSERT INTO ${orderLine} (id, order_id, position, product_id, variant_id, title, language, format, isbn,
        cover, qty, list_price, unit_price, promo)
      SELECT id, ${id}, position, product_id, variant_id, title, language, format, isbn, cover, qty, list_price, unit_price, promo
      FROM jsonb_populate_recordset(NULL::${orderLine}, ${JSON.stringify(lines)}::jsonb)),
    move AS (INSERT INTO ${orderMove} (id, order_id, state, actor) VALUES (${uuidv7()}, ${id}, ${answer.status}, 'customer')),
    charge AS (INSERT INTO ${ledgerEntry} (id, order_id, customer_id, kind, method, amount)
      VALUES (${uuidv7()}, ${id}, ${buyer?.customerId ?? null}, 'charge', ${written.payBy}, ${quote.payable})),
    redemption AS (INSERT INTO ${couponRedemption} (order_id, coupon_id, customer_key)
      SELECT ${id}::uuid, ${coupon?.id ?? null}::uuid, ${email} WHERE ${coupon !== undefined}),
    trail AS (INSERT INTO ${auditEntry} (chain, event, actor, facts, ip, user_agent)
      SELECT chain, event, actor, facts, ip, user_agent FROM jsonb_populate_record(NULL::${auditEntry}, ${JSON.stringify(trail)}::jsonb)
      WHERE ${buyer !== undefined})
    UPDATE ${idempotency} SET answer = ${JSON.stringify(answer)}::jsonb WHERE scope = ${attempt.scope} AND key = ${attempt.key}
    RETURNING ${telling(buyer?.customerId ?? null, 'orders')}`);
}

function lineOf(line: QuotedLine, edition: Edition, { position, isMember }: { position: number; isMember: boolean }) {
  return {
    id: uuidv7(),
    position,
    product_id: line.productId,
    variant_id: line.variantId,
    title: edition.title,
    language: edition.language,
    format: edition.format,
    isbn: edition.isbn,
    cover: edition.cover,
    qty: line.qty,
    list_price: line.listPrice,
    unit_price: unitPrice(line, isMember),
    promo: line.promo,
  };
}

function answerOf(
  deps: Deps,
  { id, number, written }: { id: string; number: string; written: OrderToWrite },
): KeptAnswer {
  const { quote } = written.quoted;
  return {
    id,
    number,
    status: 'placed',
    ...figuresOf(quote),
    payment: pendingPayment(deps.config, { method: written.payBy, number, payable: quote.payable }),
  };
}
