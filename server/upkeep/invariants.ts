/** A cancelled order sold nothing, unless it had been paid: then its copies came back by refunds. */
const SOLD = `SELECT variant_id, sum(qty) AS qty FROM order_line JOIN "order" o ON o.id = order_id
  WHERE o.state <> 'cancelled' OR EXISTS (SELECT FROM refund r WHERE r.order_id = o.id AND r.state <> 'declined')
  GROUP BY variant_id`;
const RESTOCKED = `SELECT variant_id, sum(restocked) AS qty FROM refund_line
  JOIN order_line l ON l.id = order_line_id GROUP BY variant_id`;
/** Copies of each order line by how far their refunds have come. */
const REFUNDED = `SELECT l.order_id, l.id, l.qty, coalesce(sum(b.qty) FILTER (WHERE r.state <> 'declined'), 0) AS asked,
    coalesce(sum(b.qty) FILTER (WHERE r.state IN ('approved', 'paid_out')), 0) AS refunded
  FROM order_line l LEFT JOIN refund_line b ON b.order_line_id = l.id LEFT JOIN refund r ON r.id = b.refund_id
  GROUP BY l.id`;
const OWED_BACK = `SELECT order_id, sum(amount) FILTER (WHERE state = 'approved') AS open,
    sum(amount) FILTER (WHERE state <> 'declined') AS asked, sum(shipping) FILTER (WHERE state <> 'declined') AS shipping
  FROM refund GROUP BY order_id`;
/** Money that nobody owed came and went back at once: no refund's. */
const IS_RETURN = `l.kind = 'payout' AND l.refund_id IS NULL`;
const LEDGER = `SELECT o.id, o.state, o.payable, o.customer_id, sum(l.amount) AS owed,
    count(*) FILTER (WHERE l.kind = 'charge') AS charges,
    count(*) FILTER (WHERE l.kind = 'payment') - count(*) FILTER (WHERE ${IS_RETURN}) AS payments,
    -coalesce(sum(l.amount) FILTER (WHERE l.kind = 'payment' OR ${IS_RETURN}), 0) AS paid, bool_and(l.customer_id IS NOT DISTINCT FROM o.customer_id) AS is_own,
    max(l.amount) FILTER (WHERE l.kind = 'charge') AS charged
  FROM "order" o LEFT JOIN ledger_entry l ON l.order_id = o.id GROUP BY o.id`;

/** What is true of a sound shop (security page, section 5): each query finds what breaks it, and so gives no row. */
export const INVARIANTS = {
  'I1 stock is what was loaded, less what is sold, with what came back': `SELECT v.id, stock, loaded, sold.qty, back.qty
    FROM variant v LEFT JOIN (${SOLD}) sold ON sold.variant_id = v.id LEFT JOIN (${RESTOCKED}) back ON back.variant_id = v.id
    WHERE stock < 0 OR stock <> loaded - coalesce(sold.qty, 0) + coalesce(back.qty, 0)`,
  'I1 only what is refunded stands on the shelf again': `SELECT r.id, state, restocked FROM refund r
    JOIN refund_line ON refund_id = r.id WHERE restocked > 0 AND state NOT IN ('approved', 'paid_out')`,
  'I2 a coupon was used as often as it is redeemed, and not too often': `SELECT code, used FROM coupon c
    WHERE used > max_uses OR used <> (SELECT count(*) FROM coupon_redemption WHERE coupon_id = c.id)`,
  'I2 a customer used a coupon as often as they redeemed it, and not too often': `
    SELECT c.code, customer_key, u.used FROM coupon c JOIN coupon_use u ON u.coupon_id = c.id
    WHERE u.used > max_uses_per_customer OR u.used <> (SELECT count(*) FROM coupon_redemption r
      WHERE r.coupon_id = c.id AND r.customer_key = u.customer_key)`,
  'I2 the living orders with a coupon, and no others, redeem it': `SELECT o.id, state, coupon_code FROM "order" o
    WHERE (coupon_code IS NOT NULL AND state <> 'cancelled' AND EXISTS
        (SELECT FROM (${REFUNDED}) AS line WHERE line.order_id = o.id AND refunded < qty))
      <> EXISTS (SELECT FROM coupon_redemption WHERE order_id = o.id)`,
  'I3 an order is the sum of its lines': `SELECT o.id FROM "order" o LEFT JOIN order_line l ON l.order_id = o.id
    GROUP BY o.id HAVING count(l.id) = 0 OR o.total <> sum(l.list_price * l.qty)
      OR o.discount <> sum((l.list_price - l.unit_price) * l.qty) OR o.pro_discount <> sum(l.promo)`,
  'I3 an order adds up': `SELECT id FROM "order" WHERE payable <> total - discount - pro_discount + shipping
    OR least(total, discount, pro_discount, shipping, payable) < 0`,
  'I4 the ledger agrees with the state of its order and its refunds': `SELECT sums.*, back.* FROM (${LEDGER}) AS sums
    LEFT JOIN (${OWED_BACK}) AS back ON back.order_id = sums.id
    WHERE charges <> 1 OR charged <> payable OR NOT is_own
      OR owed <> CASE WHEN state = 'placed' THEN payable ELSE 0 END - coalesce(open, 0)`,
  'I4 what was paid, and nothing else, is refunded': `SELECT sums.*, back.* FROM (${LEDGER}) AS sums
    LEFT JOIN (${OWED_BACK}) AS back ON back.order_id = sums.id
    WHERE payments > 1 OR asked > paid OR (state = 'cancelled' AND paid <> coalesce(asked, 0))`,
  'I4 a refund is in the ledger as far as it has come': `SELECT r.id, r.state, r.amount, owed, given FROM refund r
    LEFT JOIN (SELECT refund_id, sum(amount) FILTER (WHERE kind = 'refund') AS owed,
        sum(amount) FILTER (WHERE kind = 'payout') AS given FROM ledger_entry GROUP BY refund_id) l ON l.refund_id = r.id
    WHERE owed IS DISTINCT FROM CASE WHEN r.state IN ('approved', 'paid_out') THEN -r.amount END
      OR given IS DISTINCT FROM CASE WHEN r.state = 'paid_out' THEN r.amount END`,
  'I4 what the provider has taken is in the ledger, and nothing else is': `SELECT o.id, o.payment_method, taken.*, booked.*
    FROM "order" o LEFT JOIN (SELECT order_id, sum(amount) FILTER (WHERE state = 'paid') AS paid,
        sum(amount) FILTER (WHERE state IN ('returning', 'returned')) AS returned FROM payment_attempt GROUP BY order_id) taken
      ON taken.order_id = o.id
    LEFT JOIN (SELECT l.order_id, -sum(l.amount) FILTER (WHERE l.kind = 'payment' AND l.method <> 'bank_transfer') AS came,
        sum(l.amount) FILTER (WHERE ${IS_RETURN}) AS went FROM ledger_entry l GROUP BY l.order_id) booked ON booked.order_id = o.id
    WHERE coalesce(taken.returned, 0) <> coalesce(went, 0) OR coalesce(taken.paid, 0) <> coalesce(came, 0) - coalesce(went, 0)`,
  'I4 every payment that was told fits an order': `SELECT id, at FROM payment_event WHERE outcome = 'unfit'`,
  'I4 what waits for the payment provider has a job': `SELECT a.id, a.state FROM payment_attempt a
    WHERE (state IN ('closing', 'returning') OR (state = 'open' AND ends_at < now() - interval '10 minutes')) AND NOT EXISTS (SELECT FROM jobs.job
      WHERE name = 'payment' AND data ->> 'attemptId' = a.id::text AND state IN ('created', 'retry', 'active'))`,
  'I4 only an order that is not paid yet can be paid': `SELECT a.id, o.state FROM payment_attempt a
    JOIN "order" o ON o.id = a.order_id WHERE a.state = 'open' AND o.state <> 'placed'`,
  'I4 no line is refunded more often than it was bought': `SELECT * FROM (${REFUNDED}) AS line WHERE asked > qty`,
  'I4 a refund is the sum of its lines, and delivery comes back once': `SELECT o.id FROM "order" o
    JOIN refund r ON r.order_id = o.id JOIN (${OWED_BACK}) AS back ON back.order_id = o.id
    WHERE r.goods <> (SELECT sum(amount) FROM refund_line WHERE refund_id = r.id) OR back.shipping > o.shipping`,
  'I4 a refund and its order belong to one customer': `SELECT r.id FROM refund r JOIN "order" o ON o.id = r.order_id
    WHERE r.customer_id IS DISTINCT FROM o.customer_id`,
  'I5 a key that is finished has its order, each order one key': `SELECT key, answer FROM idempotency i
    WHERE answer IS NULL OR NOT EXISTS (SELECT FROM "order" WHERE id::text = answer ->> 'id')
      OR (SELECT count(*) FROM idempotency j WHERE j.answer ->> 'id' = i.answer ->> 'id') > 1`,
  'I6 who has addresses has exactly one default': `SELECT customer_id FROM address
    GROUP BY customer_id HAVING count(*) FILTER (WHERE is_default) <> 1`,
  'I6 a ticket and its order belong to one customer': `SELECT t.id FROM ticket t JOIN "order" o ON o.id = t.order_id
    WHERE o.customer_id IS DISTINCT FROM t.customer_id`,
  'I6 a ticket is where its last move put it': `SELECT t.id FROM ticket t WHERE state IS DISTINCT FROM
    (SELECT state FROM ticket_move WHERE ticket_id = t.id ORDER BY at DESC, id DESC LIMIT 1)`,
  'I7 no token is newer than its session': `SELECT t.session_id FROM session_token t JOIN session s ON s.id = t.session_id
    WHERE t.generation > s.generation`,
  'I8 each order has one confirmation mail': `SELECT o.id FROM "order" o
    WHERE (SELECT count(*) FROM mail WHERE order_id = o.id AND kind = 'order_placed') <> 1`,
  'I8 a waiting mail has one job': `SELECT m.id, m.kind FROM mail m WHERE sent_at IS NULL AND parked_at IS NULL
    AND (SELECT count(*) FROM jobs.job WHERE name = 'mail' AND data ->> 'mailId' = m.id::text
      AND state IN ('created', 'retry', 'active')) <> 1`,
  'I8 no mail waits longer than a day': `SELECT id, kind, recipient FROM mail
    WHERE sent_at IS NULL AND parked_at IS NULL AND created_at < now() - interval '1 day'`,
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
export type Invariant = keyof typeof INVARIANTS;
