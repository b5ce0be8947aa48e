const PRODUCTS = 10_000;
const ORDERS_PER_CUSTOMER = 10;
/** Orders of one day, with their idempotency keys, and queued emails, each with its job. */
const IDEMPOTENCY_KEYS = 16_628;
const PENDING_EMAILS = 5000;

/**
 * The statements that fill an empty database with a consistent shop of so many orders: two lines, a charge and a payment each, a
 * coupon for every fifth, a card for every fourth, a request for a refund for every fiftieth. Inserted in bulk; hash chains
 * are computed afterwards, without the row triggers.
 */
export function seedStatements(orders: number): Record<string, string> {
  const customers = Math.ceil(orders / ORDERS_PER_CUSTOMER);
  return {
    'triggers off': `ALTER TABLE ledger_entry DISABLE TRIGGER USER; ALTER TABLE audit_entry DISABLE TRIGGER USER`,
    titles: `
      INSERT INTO product (work_key, slug, title, title_sort, language)
        SELECT n::text, n::text, 'Title ' || n, n::text, 'en' FROM generate_series(1, ${PRODUCTS}) n;
      INSERT INTO variant (product_id, format, list_price, member_price, stock)
        SELECT id, 'paperback', 4000, 4000, 100 FROM product`,
    coupon: `INSERT INTO coupon (id, code, value_type, value, used)
      VALUES (gen_random_uuid(), 'TENTH', 1, 1000, ${Math.floor(orders / 5)})`,
    customers: `
      INSERT INTO customer (id, email, display_name) SELECT ${uuidOf('0')}, n || '@mail.test', 'Siti' FROM generate_series(1, ${customers}) n;
      INSERT INTO address (id, customer_id, name, phone, line1, city, state, zip, is_default)
        SELECT gen_random_uuid(), id, 'Siti', '0', 'Jalan', 'KL', 'KL', '50480', true FROM customer;
      INSERT INTO session (id, customer_id, expires_at, cookie_hash, user_agent, ip)
        SELECT id, id, now() + interval '1 day', '', '', '' FROM customer;
      INSERT INTO session_token (hash, session_id, generation, expires_at)
        SELECT sha256(id::text::bytea), id, 1, now() + interval '1 day' FROM session`,
    orders: `INSERT INTO "order" (id, number, customer_id, email, locale, state, placed_at, subtotal, member_discount, coupon_discount, shipping,
        total, coupon_code, payment_method, address)
      SELECT ${uuidOf('1')}, 'BK-' || n, ${uuidOf('0', customerOf(customers))}, ${customerOf(customers)} || '@mail.test', 'en', 'delivered',
        now() - n * interval '30 seconds', 8000, 0, CASE WHEN n % 5 = 0 THEN 800 ELSE 0 END, 800,
        8800 - CASE WHEN n % 5 = 0 THEN 800 ELSE 0 END, CASE WHEN n % 5 = 0 THEN 'TENTH' END,
        CASE WHEN n % 4 = 0 THEN 'card' ELSE 'bank_transfer' END, '{}' FROM generate_series(1, ${orders}) n`,
    lines: `INSERT INTO order_line (id, order_id, position, product_id, variant_id, title, language, format, cover, qty, list_price,
        unit_price, coupon_discount)
      SELECT gen_random_uuid(), ${uuidOf('1')}, p, ${productOf('n * 7 + p')}, ${productOf('n * 7 + p')}, 'Title', 'en', 'paperback', '', 1, 4000, 4000,
        CASE WHEN n % 5 = 0 THEN 400 ELSE 0 END FROM generate_series(1, ${orders}) n, generate_series(0, 1) p`,
    movements: `
      INSERT INTO stock_movement (variant_id, quantity, reason, order_id, actor)
        SELECT variant_id, -qty, 'sold', order_id, 'customer' FROM order_line;
      INSERT INTO stock_movement (variant_id, quantity, reason, actor, as_of)
        SELECT v.id, 100 + coalesce(sum(qty), 0), 'counted', 'shop', now() FROM variant v
        LEFT JOIN order_line l ON l.variant_id = v.id GROUP BY v.id`,
    coupons: `
      INSERT INTO coupon_redemption (order_id, coupon_id, customer_key)
        SELECT o.id, c.id, o.email FROM "order" o JOIN coupon c ON c.code = o.coupon_code;
      INSERT INTO coupon_usage (coupon_id, customer_key, used)
        SELECT coupon_id, customer_key, count(*) FROM coupon_redemption GROUP BY 1, 2`,
    ...DEPENDENT_ROWS,
    'triggers on': `ALTER TABLE ledger_entry ENABLE TRIGGER USER; ALTER TABLE audit_entry ENABLE TRIGGER USER`,
    analyze: 'ANALYZE',
  };
}

/** The rows that belong to an order: ledger, payment, refund, audit entries, email, ticket, idempotency key. */
const DEPENDENT_ROWS: Record<string, string> = {
  ledger: `
      INSERT INTO ledger_entry (id, order_id, customer_id, kind, method, amount, position, hash)
        SELECT gen_random_uuid(), o.id, customer_id, kind, payment_method, sign * total, place, ''
        FROM "order" o, (VALUES ('charge', 1, 1), ('payment', -1, 2)) AS entry (kind, sign, place);
      ${hashChain('ledger_entry', { by: 'order_id', hash: 'ledger_hash', entries: 2 })}`,
  payments: `
      INSERT INTO payment_attempt (id, order_id, method, amount, state, expires_at)
        SELECT gen_random_uuid(), id, 'card', total, 'paid', placed_at FROM "order" WHERE payment_method = 'card';
      INSERT INTO payment_event (id, attempt_id, outcome, checkout_session_id) SELECT id::text, id, 'paid', '' FROM payment_attempt`,
  refunds: `
      INSERT INTO refund (id, order_id, customer_id, state, reason, merchandise_total, shipping, amount)
        SELECT id, id, customer_id, 'requested', 'other', 3000, 0, 3000 FROM "order" WHERE right(number, 2) IN ('00', '50');
      INSERT INTO refund_line (refund_id, order_line_id, qty, amount)
        SELECT r.id, l.id, 1, 3000 FROM refund r JOIN order_line l ON l.order_id = r.order_id AND l.position = 0`,
  trail: `
      INSERT INTO audit_entry (chain, position, event, actor, details, hash)
        SELECT customer_id, row_number() OVER (PARTITION BY customer_id ORDER BY number), 'order_placed', 'customer',
          jsonb_build_object('order', number), '' FROM "order";
      ${hashChain('audit_entry', { by: 'chain', hash: 'audit_hash', entries: ORDERS_PER_CUSTOMER })}`,
  mails: `
      INSERT INTO email_message (id, message_id, recipient, kind, locale, data, order_id, sent_at)
        SELECT id, id, email, 'order_placed', 'en', '{}', id, CASE WHEN substr(number, 4)::int > ${PENDING_EMAILS} THEN now() END FROM "order";
      INSERT INTO jobs.job (name, data) SELECT 'mail', jsonb_build_object('mailId', id) FROM email_message WHERE sent_at IS NULL`,
  tickets: `
      INSERT INTO ticket (id, number, customer_id, order_id, subject, category)
        SELECT id, 'T-' || number, customer_id, id, 'Subject', 'order' FROM "order" WHERE right(number, 2) = '00';
      INSERT INTO ticket_event (id, ticket_id, state, actor) SELECT gen_random_uuid(), id, 'open', 'customer' FROM ticket`,
  keys: `INSERT INTO idempotency (scope, key, fingerprint, response)
      SELECT 'customer:' || customer_id, number, '', jsonb_build_object('id', id) FROM "order" LIMIT ${IDEMPOTENCY_KEYS}`,
};

/** The id of the n-th row of a kind. */
function uuidOf(kind: string, n = 'n'): string {
  return `('01900000-000${kind}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

function customerOf(customers: number): string {
  return `(n % ${customers} + 1)`;
}

function productOf(n: string): string {
  return `((${n}) % ${PRODUCTS} + 1)`;
}

/** Hashes the entries of chains, the first ones of all chains at once, then the second ones. */
function hashChain(table: string, { by, hash, entries }: { by: string; hash: string; entries: number }): string {
  const first = `UPDATE ${table} e SET hash = ${hash}(NULL, e) WHERE position = 1`;
  const next = Array.from(
    { length: entries - 1 },
    (_, index) => `UPDATE ${table} e SET hash = ${hash}(before.hash, e) FROM ${table} before
      WHERE before.${by} = e.${by} AND before.position = ${index + 1} AND e.position = ${index + 2}`,
  );
  return [first, ...next].join(';\n');
}
