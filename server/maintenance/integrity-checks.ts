import type pg from 'pg';
import { withUnlimitedClient } from '../db/connection.ts';

/** An integrity check and the first rows that fail it; none where it passed. */
export type CheckResult = { check: IntegrityCheck; rows: Record<string, unknown>[] };

/** At most so many rows of each check are reported. */
const MAX_REPORTED_ROWS = 20;

/**
 * Runs every integrity check on the whole database in one snapshot. Reads only, without a time limit.
 */
export function runIntegrityChecks(
  connect: pg.ClientConfig,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<CheckResult[]> {
  return withUnlimitedClient(connect, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const results: CheckResult[] = [];
    const checks = Object.entries(INTEGRITY_CHECKS) as [IntegrityCheck, string][];
    for (const [check, query] of checks) {
      const { rows } = await client.query(firstRowsOf(query));
      results.push({ check, rows });
      onProgress(results.length, checks.length);
    }
    return results;
  });
}

const firstRowsOf = (query: string) => `SELECT * FROM (${query}) AS failed LIMIT ${MAX_REPORTED_ROWS}`;

/** A single check takes longer than what a pool allows its statements; milliseconds. */
const CHECK_TIMEOUT = 60_000;

/** Runs one integrity check beside a running shop; the first rows that fail it. */
export async function runIntegrityCheck(pool: pg.Pool, check: IntegrityCheck): Promise<Record<string, unknown>[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${CHECK_TIMEOUT}`);
    const query = { text: firstRowsOf(INTEGRITY_CHECKS[check]), query_timeout: CHECK_TIMEOUT };
    const { rows } = await client.query(query as pg.QueryConfig);
    await client.query('COMMIT');
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * The copies that each order reserves, less those of its stock movements: zero. What a line waits for is not reserved yet. An
 * order that was cancelled unpaid reserves none, of a refunded one copies are given back, and lost ones are sent again.
 */
const HELD_COPIES = `SELECT order_id, variant_id, qty - awaited AS copies FROM order_line JOIN "order" o ON o.id = order_id
    WHERE o.state <> 'cancelled' OR o.id IN (SELECT order_id FROM refund WHERE state <> 'declined')
  UNION ALL SELECT l.order_id, variant_id, c.qty FROM claim_line c JOIN order_line l ON l.id = order_line_id
    JOIN claim ON claim.id = claim_id WHERE state = 'resent'
  UNION ALL SELECT order_id, variant_id, -restocked FROM refund_line JOIN order_line l ON l.id = order_line_id WHERE restocked > 0
  UNION ALL SELECT order_id, variant_id, quantity FROM stock_movement WHERE order_id IS NOT NULL`;
/** Copies of each order line by how far their refunds have come. */
const REFUNDED_COPIES = `SELECT l.order_id, l.id, l.qty, coalesce(sum(b.qty) FILTER (WHERE r.state <> 'declined'), 0) AS asked,
    coalesce(sum(b.qty) FILTER (WHERE r.state IN ('approved', 'paid_out')), 0) AS refunded
  FROM order_line l LEFT JOIN refund_line b ON b.order_line_id = l.id LEFT JOIN refund r ON r.id = b.refund_id
  GROUP BY l.id`;
const REFUND_TOTALS = `SELECT order_id, sum(amount) FILTER (WHERE state = 'approved') AS open,
    sum(amount) FILTER (WHERE state <> 'declined') AS asked,
    sum(greatest(shipping, 0)) FILTER (WHERE state <> 'declined') AS shipping, -sum(least(shipping, 0)) AS withheld,
    sum(gift_wrap) FILTER (WHERE state <> 'declined') AS gift_wrap
  FROM refund GROUP BY order_id`;
/** Money that nobody owed came and went back at once: no refund's. */
const IS_PAYMENT_RETURN = `l.kind = 'payout' AND l.refund_id IS NULL`;
/** What transfers brought beyond the totals of their orders, until it is sent back: posted, but no payment of the order. */
const OPEN_SURPLUS = `SELECT order_id, count(*) AS transfers, sum(amount - booked_amount) AS amount FROM bank_statement_line
  WHERE state = 'booked' AND booked_amount < amount AND returned_at IS NULL GROUP BY order_id`;
const LEDGER_TOTALS = `SELECT o.id, o.state, o.total, o.customer_id, sum(l.amount) + coalesce(max(s.amount), 0) AS owed,
    count(*) FILTER (WHERE l.kind = 'charge') - count(*) FILTER (WHERE l.kind = 'reversal') AS charges,
    count(*) FILTER (WHERE l.kind = 'payment') - count(*) FILTER (WHERE ${IS_PAYMENT_RETURN}) - coalesce(max(s.transfers), 0) AS payments,
    -coalesce(sum(l.amount) FILTER (WHERE l.kind = 'payment' OR ${IS_PAYMENT_RETURN}), 0) - coalesce(max(s.amount), 0) AS paid,
    bool_and(l.customer_id IS NOT DISTINCT FROM o.customer_id) AS is_own,
    bool_and(l.amount = o.total) FILTER (WHERE l.kind = 'charge') AS is_charged,
    coalesce(bool_and(l.amount = -o.total) FILTER (WHERE l.kind = 'reversal'), true) AS is_reversed
  FROM "order" o LEFT JOIN ledger_entry l ON l.order_id = o.id LEFT JOIN (${OPEN_SURPLUS}) AS s ON s.order_id = o.id GROUP BY o.id`;

/** What is true of a sound shop (glossary, "integrity check"): each query finds what breaks it, and so gives no row. */
export const INTEGRITY_CHECKS = {
  'stock: equals the sum of its movements': `SELECT v.id, stock, moved FROM variant v
    LEFT JOIN (SELECT variant_id, sum(quantity) AS moved FROM stock_movement GROUP BY variant_id) m ON m.variant_id = v.id
    WHERE stock < 0 OR stock <> coalesce(moved, 0)`,
  'stock: movements of an entry have its reason and its person': `SELECT m.id, reason, kind FROM stock_movement m
    JOIN stock_entry e ON e.id = entry_id WHERE (reason, m.actor) <> (kind, e.actor)`,
  'stock: matches the quantities that orders reserve': `SELECT order_id, variant_id, sum(copies) AS copies
    FROM (${HELD_COPIES}) AS held GROUP BY order_id, variant_id HAVING sum(copies) <> 0`,
  'awaited copies: of a variant equal those of its order lines': `SELECT v.id, v.awaited, lines.awaited AS of_lines FROM variant v
    LEFT JOIN (SELECT variant_id, sum(awaited) AS awaited FROM order_line WHERE awaited > 0 GROUP BY variant_id) lines
      ON lines.variant_id = v.id
    WHERE v.awaited <> coalesce(lines.awaited, 0)`,
  'awaited copies: none while copies are in stock': `SELECT id, stock, awaited FROM variant WHERE stock > 0 AND awaited > 0`,
  'awaited copies: only of orders that are not packed': `SELECT order_id, state, awaited FROM order_line l
    JOIN "order" o ON o.id = order_id WHERE awaited > 0 AND state NOT IN ('placed', 'paid')`,
  'stock: restocked only by approved refunds': `SELECT r.id, state, restocked FROM refund r
    JOIN refund_line ON refund_id = r.id WHERE restocked > 0 AND state NOT IN ('approved', 'paid_out')`,
  'coupon: use count equals its redemptions, within its limit': `SELECT code, used FROM coupon c
    WHERE used > max_uses OR used <> (SELECT count(*) FROM coupon_redemption WHERE coupon_id = c.id)`,
  'coupon: use count per customer equals their redemptions, within the limit': `
    SELECT c.code, customer_key, u.used FROM coupon c JOIN coupon_usage u ON u.coupon_id = c.id
    WHERE u.used > max_uses_per_customer OR u.used <> (SELECT count(*) FROM coupon_redemption r
      WHERE r.coupon_id = c.id AND r.customer_key = u.customer_key)`,
  'coupon: redemptions without a customer belong to unpaid guest orders': `SELECT o.id, o.state FROM coupon_redemption r
    JOIN "order" o ON o.id = r.order_id WHERE r.customer_key IS NULL AND (o.state <> 'placed' OR o.guest_token_hash IS NULL)`,
  'coupon: redeemed by exactly the active orders that carry it': `SELECT o.id, state, coupon_code FROM "order" o
    WHERE (coupon_code IS NOT NULL AND state <> 'cancelled' AND EXISTS
        (SELECT FROM (${REFUNDED_COPIES}) AS line WHERE line.order_id = o.id AND refunded < qty))
      <> EXISTS (SELECT FROM coupon_redemption WHERE order_id = o.id)`,
  'order: totals equal the sum of its lines': `SELECT o.id FROM "order" o LEFT JOIN order_line l ON l.order_id = o.id
    GROUP BY o.id HAVING count(l.id) = 0 OR o.subtotal <> sum(l.list_price * l.qty)
      OR o.member_discount <> sum((l.list_price - l.unit_price) * l.qty) OR o.coupon_discount <> sum(l.coupon_discount)`,
  'order: total equals subtotal, discounts, delivery and gift wrap': `SELECT id FROM "order" WHERE total <> subtotal - member_discount - coupon_discount + shipping + gift_wrap
    OR least(subtotal, member_discount, coupon_discount, shipping, gift_wrap, total) < 0`,
  'ledger: matches the status of orders and refunds': `SELECT sums.*, back.* FROM (${LEDGER_TOTALS}) AS sums
    LEFT JOIN (${REFUND_TOTALS}) AS back ON back.order_id = sums.id
    WHERE charges <> CASE WHEN state = 'cancelled' AND asked IS NULL THEN 0 ELSE 1 END
      OR is_charged IS NOT TRUE OR NOT is_reversed OR NOT is_own
      OR owed <> CASE WHEN state = 'placed' THEN total ELSE 0 END - coalesce(open, 0)`,
  'refund: never more than was paid': `SELECT sums.*, back.* FROM (${LEDGER_TOTALS}) AS sums
    LEFT JOIN (${REFUND_TOTALS}) AS back ON back.order_id = sums.id
    WHERE payments > 1 OR asked > paid OR (state = 'cancelled' AND paid <> coalesce(asked, 0))`,
  'ledger: has the entries of every refund': `SELECT r.id, r.state, r.amount, owed, given FROM refund r
    LEFT JOIN (SELECT refund_id, sum(amount) FILTER (WHERE kind = 'refund') AS owed,
        sum(amount) FILTER (WHERE kind = 'payout') AS given FROM ledger_entry GROUP BY refund_id) l ON l.refund_id = r.id
    WHERE owed IS DISTINCT FROM CASE WHEN r.state IN ('approved', 'paid_out') THEN -r.amount END
      OR given IS DISTINCT FROM CASE WHEN r.state = 'paid_out' THEN r.amount END`,
  'refund: sent to the payment provider only when approved': `SELECT a.refund_id, state FROM refund_attempt a
    JOIN refund r ON r.id = a.refund_id WHERE state <> 'approved'`,
  'ledger: matches what the payment provider collected': `SELECT o.id, o.payment_method, taken.*, booked.*
    FROM "order" o LEFT JOIN (SELECT order_id, sum(amount) FILTER (WHERE state = 'paid') AS paid,
        sum(amount) FILTER (WHERE state IN ('returning', 'returned')) AS returned FROM payment_attempt GROUP BY order_id) taken
      ON taken.order_id = o.id
    LEFT JOIN (SELECT l.order_id, -sum(l.amount) FILTER (WHERE l.kind = 'payment' AND l.method <> 'bank_transfer') AS came,
        sum(l.amount) FILTER (WHERE ${IS_PAYMENT_RETURN} AND l.method <> 'bank_transfer') AS went FROM ledger_entry l GROUP BY l.order_id) booked ON booked.order_id = o.id
    WHERE coalesce(taken.returned, 0) <> coalesce(went, 0) OR coalesce(taken.paid, 0) <> coalesce(came, 0) - coalesce(went, 0)`,
  'ledger: matches the booked lines of bank statements': `SELECT o.id, o.number, o.total, line.*, booked.* FROM "order" o
    LEFT JOIN (SELECT order_id, sum(booked_amount) AS booked, sum(amount) AS came,
        sum(amount - booked_amount) FILTER (WHERE returned_at IS NOT NULL) AS returned
      FROM bank_statement_line WHERE state = 'booked' GROUP BY order_id) line ON line.order_id = o.id
    LEFT JOIN (SELECT l.order_id, -coalesce(sum(l.amount) FILTER (WHERE l.kind = 'payment'), 0) AS paid,
        sum(l.amount) FILTER (WHERE ${IS_PAYMENT_RETURN}) AS sent_back
      FROM ledger_entry l WHERE l.method = 'bank_transfer' GROUP BY l.order_id) booked ON booked.order_id = o.id
    WHERE coalesce(booked, 0) NOT IN (0, o.total) OR coalesce(returned, 0) <> coalesce(sent_back, 0)
      OR coalesce(paid, 0) - coalesce(came, 0) <> CASE WHEN coalesce(booked, 0) = 0 AND paid > coalesce(came, 0) THEN o.total ELSE 0 END`,
  'ledger: takings of each day equal its entries': `SELECT day, method, t.received, t.refunded, t.payments, entries.* FROM takings_day t
    FULL JOIN (SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date AS day, method, coalesce(-sum(amount) FILTER (WHERE kind <> 'refund'), 0) AS came,
        coalesce(-sum(amount) FILTER (WHERE kind = 'refund'), 0) AS went, count(*) FILTER (WHERE kind = 'payment') AS paid FROM ledger_entry
      WHERE kind IN ('payment', 'refund') OR (kind = 'payout' AND refund_id IS NULL) GROUP BY 1, 2) entries USING (day, method)
    WHERE (coalesce(t.received, 0), coalesce(t.refunded, 0), coalesce(t.payments, 0)) <> (coalesce(came, 0), coalesce(went, 0), coalesce(paid, 0))`,
  'payment: every reported payment matches an order': `SELECT id, at FROM payment_event WHERE outcome = 'unmatched'`,
  'payment: every pending attempt has a job': `SELECT a.id, a.state FROM payment_attempt a
    WHERE (state IN ('closing', 'returning') OR (state = 'open' AND expires_at < now() - interval '10 minutes')) AND NOT EXISTS (SELECT FROM jobs.job
      WHERE name = 'payment' AND data ->> 'attemptId' = a.id::text AND state IN ('created', 'retry', 'active'))`,
  'payment: open attempts only for unpaid orders': `SELECT a.id, o.state FROM payment_attempt a
    JOIN "order" o ON o.id = a.order_id WHERE a.state = 'open' AND o.state <> 'placed'`,
  'order: client address kept only for unpaid guest orders': `SELECT id, state FROM "order"
    WHERE state <> 'placed' AND num_nonnulls(guest_ip_hash, guest_network_hash) > 0`,
  'order: none is unpaid long after its payment deadline': `SELECT id, number, payment_due_at FROM "order" o
    WHERE state = 'placed' AND payment_due_at < now() - interval '1 day'`,
  'order: status equals that of its last event': `SELECT o.id, o.state FROM "order" o WHERE state IS DISTINCT FROM
    (SELECT state FROM order_event WHERE order_id = o.id ORDER BY at DESC, id DESC LIMIT 1)`,
  'refund: never more copies than were bought': `SELECT * FROM (${REFUNDED_COPIES}) AS line WHERE asked > qty`,
  'refund: total equals its lines, delivery and gift wrap refunded once': `SELECT o.id FROM "order" o
    JOIN refund r ON r.order_id = o.id JOIN (${REFUND_TOTALS}) AS back ON back.order_id = o.id
    WHERE (r.merchandise_total, r.revoked_discount) <> (SELECT sum(amount), sum(revoked_discount) FROM refund_line WHERE refund_id = r.id)
      OR back.shipping > o.shipping + back.withheld OR back.gift_wrap > o.gift_wrap`,
  'refund: belongs to the customer of its order': `SELECT r.id FROM refund r JOIN "order" o ON o.id = r.order_id
    WHERE r.customer_id IS DISTINCT FROM o.customer_id`,
  'claim: status equals that of its last event': `SELECT c.id, c.state FROM claim c WHERE state IS DISTINCT FROM
    (SELECT state FROM claim_event WHERE claim_id = c.id ORDER BY at DESC, id DESC LIMIT 1)`,
  'claim: has copies of its own order alone': `SELECT c.id FROM claim c LEFT JOIN claim_line p ON p.claim_id = c.id
    LEFT JOIN order_line l ON l.id = p.order_line_id WHERE l.order_id IS DISTINCT FROM c.order_id OR p.qty > l.qty`,
  'claim: refunded by a granted refund of its order': `SELECT c.id, r.state FROM claim c JOIN refund r ON r.id = c.refund_id
    WHERE r.order_id <> c.order_id OR r.state NOT IN ('approved', 'paid_out')`,
  'idempotency key: each completed key has one order': `SELECT key, response FROM
      (SELECT key, response, count(*) OVER (PARTITION BY response ->> 'id') AS keys FROM idempotency) AS i
    LEFT JOIN "order" o ON o.id = (response ->> 'id')::uuid WHERE o.id IS NULL OR keys > 1`,
  'address: exactly one default per customer': `SELECT customer_id FROM address
    GROUP BY customer_id HAVING count(*) FILTER (WHERE is_default) <> 1`,
  'ticket: belongs to the customer of its order': `SELECT t.id FROM ticket t JOIN "order" o ON o.id = t.order_id
    WHERE o.customer_id IS DISTINCT FROM t.customer_id`,
  'ticket: status equals that of its last event': `SELECT t.id FROM ticket t WHERE state IS DISTINCT FROM
    (SELECT state FROM ticket_event WHERE ticket_id = t.id ORDER BY at DESC, id DESC LIMIT 1)`,
  'review: rating of a title equals its published reviews': `SELECT p.id, r.counts, counted.counts AS counted FROM product p
    LEFT JOIN product_rating r ON r.product_id = p.id
    LEFT JOIN (SELECT product_id, ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2), count(*) FILTER (WHERE rating = 3),
        count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)]::integer[] AS counts
      FROM review WHERE state = 'published' GROUP BY product_id) counted ON counted.product_id = p.id
    WHERE coalesce(r.counts, '{0,0,0,0,0}') <> coalesce(counted.counts, '{0,0,0,0,0}')`,
  'review: helpful count equals its votes': `SELECT id, helpful FROM review r
    WHERE helpful <> (SELECT count(*) FROM review_vote WHERE review_id = r.id)`,
  'review: status equals that of its last event': `SELECT r.id, r.state FROM review r WHERE state IS DISTINCT FROM
    (SELECT state FROM review_event WHERE review_id = r.id ORDER BY at DESC, id DESC LIMIT 1)`,
  'review: written by a customer who bought the title': `SELECT r.id FROM review r WHERE NOT EXISTS (SELECT FROM order_line l
    JOIN "order" o ON o.id = l.order_id WHERE l.product_id = r.product_id AND o.customer_id = r.customer_id AND o.state IN ('shipped', 'delivered'))`,
  'session: no token is newer than its session': `SELECT t.session_id FROM session_token t JOIN session s ON s.id = t.session_id
    WHERE t.generation > s.generation`,
  'email: one confirmation per order': `SELECT o.id FROM "order" o
    WHERE (SELECT count(*) FROM email_message WHERE order_id = o.id AND kind = 'order_placed') <> 1`,
  'email: one job per queued email': `SELECT m.id, m.kind FROM email_message m
    LEFT JOIN (SELECT data ->> 'mailId' AS mail_id, count(*) AS jobs FROM jobs.job
      WHERE name = 'mail' AND state IN ('created', 'retry', 'active') GROUP BY 1) AS waiting ON mail_id = m.id::text
    WHERE sent_at IS NULL AND dead_lettered_at IS NULL AND jobs IS DISTINCT FROM 1`,
  'email: none is queued for more than a day': `SELECT id, kind, recipient FROM email_message
    WHERE sent_at IS NULL AND dead_lettered_at IS NULL AND created_at < now() - interval '1 day'`,
  'audit trail: hash chain is unbroken': `SELECT chain, position FROM (SELECT chain, position, hash,
      audit_hash(lag(hash) OVER entries, a) AS expected, row_number() OVER entries AS number
      FROM audit_entry a WINDOW entries AS (PARTITION BY chain ORDER BY position)) AS checked
    WHERE hash <> expected OR position <> number`,
  'ledger: hash chain is unbroken': `SELECT order_id, position FROM (SELECT order_id, position, hash,
      ledger_hash(lag(hash) OVER entries, l) AS expected, row_number() OVER entries AS number
      FROM ledger_entry l WINDOW entries AS (PARTITION BY order_id ORDER BY position)) AS checked
    WHERE hash <> expected OR position <> number`,
  /* An order is a snapshot: it keeps the email it was placed with when its owner changes theirs, and former addresses are
     not stored. So this finds wrongly adopted orders only while the owner still has the email of the adoption. */
  'order: claimed guest orders carry the email of their customer': `SELECT o.id FROM "order" o JOIN customer c ON c.id = o.customer_id
    WHERE guest_token_hash IS NOT NULL AND o.email <> c.email AND c.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM audit_entry WHERE chain = c.id AND event = 'email_changed')`,
  'customer: email is stored in normal form': `SELECT id FROM customer WHERE email <> lower(normalize(email, NFKC))
    OR split_part(email, '@', 2) ~ '[^a-z0-9.-]' OR email ~ '[\\u00ad\\u034f\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f]'`,
  'customer: deleted accounts hold no data and cannot sign in': `SELECT id FROM customer c WHERE deleted_at IS NOT NULL AND (
      email <> id || '@deleted.invalid' OR display_name <> '' OR cardinality(starred) > 0 OR staff_role IS NOT NULL
      OR num_nonnulls(username, password_hash, registration_hash, photo_url, picture_id, phone, activated_at) > 0
      OR EXISTS (SELECT FROM session WHERE customer_id = c.id) OR EXISTS (SELECT FROM address WHERE customer_id = c.id)
      OR EXISTS (SELECT FROM ticket WHERE customer_id = c.id) OR EXISTS (SELECT FROM wishlist_item WHERE customer_id = c.id)
      OR EXISTS (SELECT FROM saved_line WHERE customer_id = c.id)
      OR EXISTS (SELECT FROM identity WHERE customer_id = c.id) OR EXISTS (SELECT FROM email_token WHERE customer_id = c.id)
      OR EXISTS (SELECT FROM audit_entry WHERE chain = c.id AND num_nonnulls(ip, user_agent) > 0))`,
} as const;
export type IntegrityCheck = keyof typeof INTEGRITY_CHECKS;

/** The checks of orders' amounts, payments, refunds and the ledger. */
export const MONEY_CHECKS = (Object.keys(INTEGRITY_CHECKS) as IntegrityCheck[]).filter((check) =>
  /^(ledger|payment|refund|order: total)/.test(check),
);
