import { idAt, oneOf } from './sql.ts';

const FIRST_NUMBER = 1_000_000;
/** Of the made orders, how many customers with an account placed; the others are guests. */
const MEMBERS = 0.7;
const PEOPLE = ['Mei Ling (Halaman)', 'Farah (Halaman)', 'Kumar (Halaman)', 'Jun Wei (Halaman)'];

/**
 * So many orders of the last three years with their lines, events, parcels, emails and movements of stock. Few customers order
 * often, few titles sell often. An order's times decide how far it has come; one in 25 was never paid.
 */
export function orderStatements(orders: number): Record<string, string> {
  return {
    formats: `CREATE TEMP TABLE made_format AS
      SELECT row_number() OVER (ORDER BY v.id)::int AS place, v.id AS variant_id, p.id AS product_id, isbn, title, p.language, format,
        list_price, member_price
      FROM variant v JOIN product p ON p.id = v.product_id
      WHERE isbn IS NOT NULL AND format NOT IN ('ebook', 'audiobook') AND v.is_listed AND p.is_listed;
      CREATE UNIQUE INDEX ON made_format (place); ANALYZE made_format`,
    coupons: `CREATE TEMP TABLE made_coupon AS SELECT k, ${idAt(`now() - k * interval '4 days'`, 'k', 3)} AS id, 'MADE' || k AS code
        FROM generate_series(1, 40 + ${Math.ceil(orders / 5000)}) k;
      INSERT INTO coupon (id, code, value_type, value, starts_at, ends_at)
        SELECT id, code, 1, 1000, now() - interval '3 years', CASE WHEN k % 3 = 0 THEN now() - k * interval '1 day' END FROM made_coupon`,
    drawing: DRAW_ORDERS(orders),
    lines: LINES,
    totals: TOTALS,
    orders: ORDERS,
    events: EVENTS,
    parcels: `INSERT INTO shipment (id, order_id, carrier, tracking, at)
      SELECT ${idAt('shipped_at', 'n', 6)}, id, ${oneOf(['Pos Laju', 'J&T', 'Ninja Van'])}, 'EN' || (200000000 + n) || 'MY', shipped_at
      FROM made_order WHERE shipped_at IS NOT NULL ORDER BY n`,
    emails: EMAILS,
    movements: MOVEMENTS,
    redemptions: `INSERT INTO coupon_redemption (order_id, coupon_id, customer_key)
        SELECT o.id, c.id, o.email FROM made_order o JOIN made_coupon c ON c.code = o.coupon_code WHERE cancelled_at IS NULL ORDER BY n;
      INSERT INTO coupon_usage (coupon_id, customer_key, used)
        SELECT coupon_id, customer_key, count(*) FROM coupon_redemption JOIN made_order ON id = order_id GROUP BY 1, 2;
      UPDATE coupon SET used = counted.used FROM (SELECT coupon_id, count(*) AS used FROM coupon_redemption GROUP BY 1) AS counted
        WHERE id = coupon_id`,
    sales: `DELETE FROM format_sales;
      INSERT INTO format_sales (variant_id, copies) SELECT variant_id, sum(qty) FROM order_line JOIN made_order o ON o.id = order_id
        WHERE paid_at > now() - interval '90 days' GROUP BY 1`,
    notes: `INSERT INTO order_note (id, order_id, author, text, at)
      SELECT ${idAt('placed_at', 'n', 7)}, id, ${oneOf(PEOPLE)}, 'Asked by telephone when it comes.', placed_at
      FROM made_order WHERE n % 50 = 0`,
    numbers: `SELECT setval('order_number', ${FIRST_NUMBER + orders + 1})`,
  };
}

/* Times in the future are none: the order has not come so far. */
const DRAW_ORDERS = (orders: number) => `CREATE TEMP TABLE drawn_order AS
  SELECT drawn.n, ${idAt('placed_at', 'drawn.n', 4)} AS id, 'BK-' || ${FIRST_NUMBER} + drawn.n AS number, placed_at, c.id AS customer_id,
    coalesce(c.email, 'guest' || drawn.n || '@mail.test') AS email, p.name, p.phone, p.city, method, formats, start,
    CASE WHEN c.id IS NOT NULL AND coupon < 0.08 THEN 'MADE' || 1 + floor(coupon * 500)::int END AS coupon_code,
    CASE WHEN fate >= 0.04 AND placed_at + pay < now() THEN placed_at + pay END AS paid_at,
    CASE WHEN fate >= 0.04 AND placed_at + pay + pack < now() THEN placed_at + pay + pack END AS packed_at,
    CASE WHEN fate >= 0.04 AND placed_at + pay + pack + ship < now() THEN placed_at + pay + pack + ship END AS shipped_at,
    CASE WHEN fate >= 0.04 AND placed_at + pay + pack + ship + carry < now() THEN placed_at + pay + pack + ship + carry END AS delivered_at,
    CASE WHEN fate < 0.04 AND placed_at + interval '7 days' < now() THEN placed_at + interval '7 days' END AS cancelled_at
  FROM (SELECT *, CASE WHEN method = 'bank_transfer' THEN random() * interval '3 days' ELSE interval '3 minutes' END AS pay,
      random() * interval '2 days' AS pack, interval '4 hours' + random() * interval '1 day' AS ship,
      interval '2 days' + random() * interval '4 days' AS carry
    FROM (SELECT n, now() - interval '3 years' * (1 - (n - 0.5) / ${orders}) AS placed_at, random() AS fate, random() AS coupon,
        CASE WHEN random() < ${MEMBERS} THEN 1 + floor(${orders} * random() ^ 2)::int END AS member,
        1 + floor(${orders} * random())::int AS person, ${oneOf(['bank_transfer', 'card', 'fpx'])} AS method,
        floor(1 + random() * 1.5 + random() ^ 4 * 3)::int AS formats,
        floor((SELECT count(*) FROM made_format) * random() ^ 3)::int AS start
      FROM generate_series(1, ${orders}) n) AS chance) AS drawn
  LEFT JOIN made_customer c ON c.n = drawn.member JOIN made_customer p ON p.n = coalesce(drawn.member, drawn.person);
  CREATE UNIQUE INDEX ON drawn_order (n); ANALYZE drawn_order`;

const LINES = `INSERT INTO order_line (id, order_id, position, product_id, variant_id, title, language, format, isbn, cover, qty, list_price,
    unit_price, coupon_discount)
  SELECT ${idAt('placed_at', 'n * 8 + position', 5)}, id, position, product_id, variant_id, title, language, format, isbn,
    '/covers/' || product_id || '-made.svg', qty, list_price, price, CASE WHEN coupon_code IS NULL THEN 0 ELSE price * qty / 10 END
  FROM (SELECT o.n, o.id, placed_at, position, coupon_code, f.*, CASE WHEN customer_id IS NULL THEN list_price ELSE member_price END AS price,
      CASE WHEN (n + position) % 12 = 0 THEN 2 ELSE 1 END AS qty
    FROM drawn_order o CROSS JOIN LATERAL generate_series(0, formats - 1) AS position
    JOIN made_format f ON place = 1 + (start + position * 7919) % (SELECT count(*) FROM made_format)) AS line
  ORDER BY n, position`;

const TOTALS = `CREATE TEMP TABLE made_order AS
  SELECT o.*, subtotal, member_discount, coupon_discount, priced, CASE WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN shipped_at IS NOT NULL THEN 'shipped' WHEN packed_at IS NOT NULL THEN 'packed'
      WHEN paid_at IS NOT NULL THEN 'paid' WHEN cancelled_at IS NOT NULL THEN 'cancelled' ELSE 'placed' END AS state,
    CASE WHEN goods >= 13100 THEN 0 ELSE 800 END AS shipping, goods + CASE WHEN goods >= 13100 THEN 0 ELSE 800 END AS total
  FROM drawn_order o JOIN (SELECT order_id, sum(list_price * qty) AS subtotal, sum((list_price - unit_price) * qty) AS member_discount,
      sum(coupon_discount) AS coupon_discount, sum(unit_price * qty - coupon_discount) AS goods,
      jsonb_agg(jsonb_build_object('vid', variant_id, 'reasons', jsonb_build_array(jsonb_build_object('code', 'list_price',
        'qty', qty, 'each', list_price, 'amount', unit_price * qty - coupon_discount)))) AS priced
    FROM order_line GROUP BY order_id) AS sums ON order_id = o.id ORDER BY n;
  CREATE UNIQUE INDEX ON made_order (n); CREATE INDEX ON made_order (id); ANALYZE made_order`;

const ORDERS = `INSERT INTO "order" (id, number, customer_id, email, locale, state, placed_at, subtotal, member_discount, coupon_discount,
    shipping, total, coupon_code, payment_method, address, price_breakdown, payment_due_at, delivery_cost, delivery_free_from,
    guest_token_hash, company, tax_number)
  SELECT id, number, customer_id, email, 'en', state, placed_at, subtotal, member_discount, coupon_discount, shipping, total, coupon_code,
    method, jsonb_build_object('name', name, 'phone', phone, 'line1', n % 200 + 1 || ', Jalan ' || n % 90 + 1, 'line2', NULL, 'city', city,
      'state', 'Kuala Lumpur', 'zip', '50480', 'country', 'MY'),
    jsonb_build_object('lines', priced, 'delivery', CASE WHEN shipping = 0 THEN '{"code": "delivery_free", "amount": 0, "from": 10000, "to": 86900,
      "threshold": 13100}' ELSE '{"code": "delivery_cost", "amount": 800, "from": 10000, "to": 86900, "threshold": 13100, "missing": 1}' END::jsonb),
    placed_at + interval '7 days', 800, 13100, CASE WHEN customer_id IS NULL THEN sha256(number::bytea) END,
    CASE WHEN n % 50 = 0 THEN name || ' Sdn Bhd' END, CASE WHEN n % 50 = 0 THEN 'C' || n END
  FROM made_order ORDER BY n`;

const EVENTS = `INSERT INTO order_event (id, order_id, state, actor, at)
  SELECT ${idAt('at', 'n * 8 + step', 8)}, id, event.state, actor, at
  FROM made_order, LATERAL (VALUES (0, 'placed', 'customer', placed_at), (1, 'paid', 'provider', paid_at),
    (2, 'packed', '${PEOPLE[1]}', packed_at), (3, 'shipped', '${PEOPLE[2]}', shipped_at), (4, 'delivered', '${PEOPLE[2]}', delivered_at),
    (5, 'cancelled', 'shop', cancelled_at)) AS event (step, state, actor, at)
  WHERE at IS NOT NULL ORDER BY n, step`;

/* What they say is that of an email of the demo, but for the number. */
const EMAILS = `INSERT INTO email_message (id, message_id, recipient, kind, locale, data, order_id, created_at, sent_at, attempts, dead_lettered_at)
  SELECT email_id, '<' || email_id || '@shop.test>', email, kind, 'en', told || jsonb_build_object('number', number), id, at,
    CASE WHEN n % 50000 > 0 THEN at + interval '2 seconds' END, 1, CASE WHEN n % 50000 = 0 THEN at + interval '1 day' END
  FROM (SELECT n, id, number, email, kind, at, told, ${idAt('at', 'n * 2 + step', 9)} AS email_id
    FROM made_order, LATERAL (VALUES (0, 'order_placed', placed_at), (1, 'order_moved', shipped_at)) AS mail (step, kind, at)
      JOIN (SELECT DISTINCT ON (kind) kind, data AS told FROM email_message ORDER BY kind, id) AS demo USING (kind)
    WHERE at IS NOT NULL) AS written ORDER BY n`;

/* What was sold came before, so that the shelves hold what the catalogue says. */
const MOVEMENTS = `INSERT INTO stock_movement (variant_id, quantity, reason, actor, at)
    SELECT variant_id, sum(qty), 'received', 'shop', now() - interval '4 years' FROM order_line JOIN made_order o ON o.id = order_id
    WHERE cancelled_at IS NULL GROUP BY variant_id ORDER BY variant_id;
  INSERT INTO stock_movement (variant_id, quantity, reason, order_id, actor, at)
    SELECT variant_id, change, reason, order_id, actor, at FROM (
      SELECT n, variant_id, sign * qty AS change, reason, o.id AS order_id, actor, at FROM order_line l JOIN made_order o ON o.id = l.order_id,
        LATERAL (VALUES (-1, 'sold', 'customer', placed_at), (1, 'released', 'shop', cancelled_at)) AS move (sign, reason, actor, at)
      WHERE at IS NOT NULL) AS moved ORDER BY at`;
