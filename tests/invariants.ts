import type pg from 'pg';
import { expect } from 'vitest';

const SOLD = `SELECT variant_id, sum(qty) AS qty FROM order_line JOIN "order" o ON o.id = order_id
  WHERE o.state <> 'cancelled' GROUP BY variant_id`;
const LEDGER = `SELECT o.id, o.state, o.payable, o.customer_id, sum(l.amount) AS owed,
    count(*) FILTER (WHERE l.kind = 'charge') AS charges, count(*) FILTER (WHERE l.kind = 'payment') AS payments,
    count(*) FILTER (WHERE l.kind = 'refund') AS refunds, bool_and(l.customer_id IS NOT DISTINCT FROM o.customer_id) AS is_own,
    max(l.amount) FILTER (WHERE l.kind = 'charge') AS charged
  FROM "order" o LEFT JOIN ledger_entry l ON l.order_id = o.id GROUP BY o.id`;

/** Section 5 of the security page, as far as its tables exist: each gives no row while the shop is sound. */
export const INVARIANTS = {
  'I1 stock is what was loaded, less what is sold': `SELECT v.id, stock, loaded, qty FROM variant v
    LEFT JOIN (${SOLD}) sold ON variant_id = v.id WHERE stock < 0 OR stock <> loaded - coalesce(qty, 0)`,
  'I2 a coupon was used as often as it is redeemed, and not too often': `SELECT code, used FROM coupon c
    WHERE used > max_uses OR used <> (SELECT count(*) FROM coupon_redemption WHERE coupon_id = c.id)`,
  'I2 a customer used a coupon as often as they redeemed it, and not too often': `
    SELECT c.code, customer_key, u.used FROM coupon c JOIN coupon_use u ON u.coupon_id = c.id
    WHERE u.used > max_uses_per_customer OR u.used <> (SELECT count(*) FROM coupon_redemption r
      WHERE r.coupon_id = c.id AND r.customer_key = u.customer_key)`,
  'I2 the living orders with a coupon, and no others, redeem it': `SELECT o.id, state, coupon_code FROM "order" o
    WHERE (coupon_code IS NOT NULL AND state <> 'cancelled') <> EXISTS (SELECT FROM coupon_redemption WHERE order_id = o.id)`,
  'I3 an order is the sum of its lines': `SELECT o.id FROM "order" o LEFT JOIN order_line l ON l.order_id = o.id
    GROUP BY o.id HAVING count(l.id) = 0 OR o.total <> sum(l.list_price * l.qty)
      OR o.discount <> sum((l.list_price - l.unit_price) * l.qty) OR o.pro_discount <> sum(l.promo)`,
  'I3 an order adds up': `SELECT id FROM "order" WHERE payable <> total - discount - pro_discount + shipping
    OR least(total, discount, pro_discount, shipping, payable) < 0`,
  'I4 the ledger agrees with the state of its order': `SELECT * FROM (${LEDGER}) AS sums
    WHERE charges <> 1 OR charged <> payable OR NOT is_own OR owed <> CASE
      WHEN state = 'placed' THEN payable WHEN state = 'cancelled' AND payments > 0 THEN -payable ELSE 0 END`,
  'I4 what was paid, and nothing else, is refunded': `SELECT * FROM (${LEDGER}) AS sums WHERE payable > 0
    AND (refunds > payments OR payments > 1 OR (state = 'cancelled' AND refunds <> payments))`,
  'I5 a key that is finished has its order, each order one key': `SELECT key, answer FROM idempotency i
    WHERE answer IS NULL OR NOT EXISTS (SELECT FROM "order" WHERE id::text = answer ->> 'id')
      OR (SELECT count(*) FROM idempotency j WHERE j.answer ->> 'id' = i.answer ->> 'id') > 1`,
  'I6 who has addresses has exactly one default': `SELECT customer_id FROM address
    GROUP BY customer_id HAVING count(*) FILTER (WHERE is_default) <> 1`,
  'I6 a ticket and its order belong to one customer': `SELECT t.id FROM ticket t JOIN "order" o ON o.id = t.order_id
    WHERE o.customer_id IS DISTINCT FROM t.customer_id`,
  'I7 no token is newer than its session': `SELECT t.session_id FROM session_token t JOIN session s ON s.id = t.session_id
    WHERE t.generation > s.generation`,
  'I8 each order has one confirmation mail': `SELECT o.id FROM "order" o
    WHERE (SELECT count(*) FROM mail WHERE order_id = o.id AND kind = 'order_placed') <> 1`,
  'I8 a waiting mail has one job': `SELECT m.id, m.kind FROM mail m WHERE sent_at IS NULL AND parked_at IS NULL
    AND (SELECT count(*) FROM jobs.job WHERE name = 'mail' AND data ->> 'mailId' = m.id::text
      AND state IN ('created', 'retry', 'active')) <> 1`,
  'I9 the trail is a chain without a gap': `SELECT chain, position FROM (SELECT chain, position, hash,
      audit_hash(lag(hash) OVER entries, a) AS expected, row_number() OVER entries AS number
      FROM audit_entry a WINDOW entries AS (PARTITION BY chain ORDER BY position)) AS checked
    WHERE hash <> expected OR position <> number`,
  'I9 the ledger is a chain without a gap': `SELECT order_id, position FROM (SELECT order_id, position, hash,
      ledger_hash(lag(hash) OVER entries, l) AS expected, row_number() OVER entries AS number
      FROM ledger_entry l WINDOW entries AS (PARTITION BY order_id ORDER BY position)) AS checked
    WHERE hash <> expected OR position <> number`,
  /* An order is a photograph: it keeps the address that it was placed with when its owner moves to another one, and
     former addresses are not kept to compare with. So this says whose orders were adopted wrongly as long as the owner
     has the address that the adoption went by. */
  'I11 an adopted order bears the address of its owner': `SELECT o.id FROM "order" o JOIN customer c ON c.id = o.customer_id
    WHERE guest_token_hash IS NOT NULL AND o.email <> c.email AND c.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM audit_entry WHERE chain = c.id AND event = 'email_changed')`,
  'a deleted account is empty and opens nothing': `SELECT id FROM customer c WHERE deleted_at IS NOT NULL AND (
      email <> id || '@deleted.invalid' OR display_name <> '' OR cardinality(starred) > 0 OR is_staff
      OR num_nonnulls(username, password_hash, photo_url, phone, activated_at) > 0
      OR EXISTS (SELECT FROM session WHERE customer_id = c.id) OR EXISTS (SELECT FROM address WHERE customer_id = c.id)
      OR EXISTS (SELECT FROM ticket WHERE customer_id = c.id) OR EXISTS (SELECT FROM wish WHERE customer_id = c.id)
      OR EXISTS (SELECT FROM identity WHERE customer_id = c.id) OR EXISTS (SELECT FROM mailed_link WHERE customer_id = c.id)
      OR EXISTS (SELECT FROM audit_entry WHERE chain = c.id AND num_nonnulls(ip, user_agent) > 0))`,
} as const;

/** Fails with the rows that break an invariant. */
export async function expectSound(pool: pg.Pool): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await pool.query(query);
    if (rows.length > 0) broken[name] = rows;
  }
  expect(broken).toEqual({});
}
