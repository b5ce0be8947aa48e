import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../tests/test-app.ts';
import { INTEGRITY_CHECKS } from '../maintenance/integrity-checks.ts';
import { listMigrations, migrate, migrateEmptySchema } from './migrate.ts';

const { pool } = await openTestApp();
const client = await pool.connect();
afterAll(() => client.release(true));

/** A member's paid order with a coupon, a refund that was requested, and a row of everything that has another name now. */
const EARLIER = `
  INSERT INTO product (work_key, slug, title, title_sort, language) VALUES ('k', 's', 'Old', 'old', 'en');
  INSERT INTO product_subject (product_id, code, shelf, position) VALUES (1, 'FBA', 'FB', 0);
  INSERT INTO search_word (word, titles) VALUES ('old', 1);
  INSERT INTO variant (product_id, format, list_price, member_price, stock) VALUES (1, 'paperback', 4000, 3600, 5);
  INSERT INTO coupon (id, code, value_type, value, used, minimum_total) VALUES (gen_random_uuid(), 'C', 1, 1000, 1, 2000);
  INSERT INTO customer (id, email, display_name) VALUES ('${'0'.repeat(8)}-0000-4000-8000-000000000001', 'old@mail.test', '');
  INSERT INTO wish (customer_id, product_id, price_then) SELECT id, 1, 3600 FROM customer;
  INSERT INTO session (id, customer_id, siblings, expires_at, cookie_hash, user_agent, ip)
    SELECT gen_random_uuid(), id, 3, now(), '', '', '' FROM customer;
  INSERT INTO mailed_link (token_hash, purpose, customer_id, email, expires_at, spent_at, void_at)
    SELECT 'hash', 'reset', id, email, now(), '2026-01-01Z', '2026-01-02Z' FROM customer;
  INSERT INTO spent_nonce VALUES ('issuer', 'nonce', now());
  INSERT INTO login_miss VALUES ('name', 4, now(), '2026-01-03Z');
  INSERT INTO "order" (id, customer_id, email, locale, state, total, discount, pro_discount, shipping, payable, coupon_code,
      payment_method, address, explanation, guest_address_hash)
    SELECT gen_random_uuid(), id, email, 'en', 'paid', 4000, 400, 360, 800, 4040, 'C', 'card', '{}', '{"lines": []}', NULL
    FROM customer;
  INSERT INTO order_line (id, order_id, position, product_id, variant_id, title, language, format, cover, qty, list_price,
    unit_price, promo) SELECT gen_random_uuid(), id, 0, 1, 1, 'Old', 'en', 'paperback', '', 1, 4000, 3600, 360 FROM "order";
  INSERT INTO order_move (id, order_id, state, actor) SELECT gen_random_uuid(), id, 'paid', 'stripe' FROM "order";
  INSERT INTO coupon_redemption SELECT o.id, c.id, 'old@mail.test' FROM "order" o, coupon c;
  INSERT INTO coupon_use SELECT id, 'old@mail.test', 1 FROM coupon;
  INSERT INTO ledger_entry (id, order_id, customer_id, kind, method, amount)
    SELECT gen_random_uuid(), id, customer_id, kind, 'card', amount FROM "order",
      (VALUES ('charge', 4040), ('payment', -4040)) AS entry (kind, amount);
  INSERT INTO refund (id, order_id, customer_id, reason, goods, withdrawn, shipping, amount)
    SELECT gen_random_uuid(), id, customer_id, 'other', 3240, 40, 0, 3200 FROM "order";
  INSERT INTO refund_line (refund_id, order_line_id, qty, amount, withdrawn)
    SELECT r.id, l.id, 1, 3240, 40 FROM refund r, order_line l;
  INSERT INTO refund_move (id, refund_id, state, actor) SELECT gen_random_uuid(), id, 'requested', 'customer' FROM refund;
  INSERT INTO payment_attempt (id, order_id, method, amount, state, session, url, intent, refusals, return_asked_at, ends_at)
    SELECT gen_random_uuid(), id, 'card', 4040, 'paid', 'cs_1', 'https://pay.test', 'pi_1', 2, '2026-01-04Z', '2026-01-05Z'
    FROM "order";
  INSERT INTO payment_event (id, outcome, session, intent)
    SELECT outcome, outcome, 'cs_1', 'pi_1' FROM unnest('{paid,returned,ended,known,unfit,settled}'::text[]) AS outcome;
  INSERT INTO idempotency (scope, key, fingerprint, answer) SELECT 's', 'k', '', jsonb_build_object('id', id) FROM "order";
  INSERT INTO mail (id, message_id, recipient, kind, locale, facts, parked_at)
    VALUES (gen_random_uuid(), 'm', 'old@mail.test', 'reset', 'en', '{"name": "Old"}', '2026-01-06Z');
  INSERT INTO ticket (id, customer_id, subject, category) SELECT gen_random_uuid(), id, 'Old', 'order' FROM customer;
  INSERT INTO ticket_move (id, ticket_id, state, actor) SELECT gen_random_uuid(), id, 'open', 'customer' FROM ticket;
  INSERT INTO audit_entry (chain, event, actor, facts)
    SELECT id, event, 'customer', '{"order": "BK-1"}' FROM customer, unnest('{registered,order_placed}'::text[]) AS event`;

beforeAll(async () => {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const isEarlier = (name: string) => name < '0200';
  await migrateEmptySchema(client, listMigrations().filter(isEarlier));
  await client.query(EARLIER);
  expect(await migrate(client)).toEqual(listMigrations().filter((name) => !isEarlier(name)));
});

test.each([
  ['order', { subtotal: 4000, member_discount: 400, coupon_discount: 360, shipping: 800, total: 4040 }],
  ['order', { price_breakdown: { lines: [] }, guest_ip_hash: null }],
  ['order_line', { unit_price: 3600, coupon_discount: 360 }],
  ['order_event', { state: 'paid', actor: 'stripe' }],
  ['refund', { merchandise_total: 3240, revoked_discount: 40, amount: 3200 }],
  ['refund_line', { amount: 3240, revoked_discount: 40 }],
  ['refund_event', { state: 'requested' }],
  ['payment_attempt', { checkout_session_id: 'cs_1', checkout_url: 'https://pay.test', payment_intent_id: 'pi_1' }],
  [
    'payment_attempt',
    { refund_declines: 2, refund_requested_at: new Date('2026-01-04'), expires_at: new Date('2026-01-05') },
  ],
  ['product_subject', { code: 'FBA', subject: 'FBA', is_derived: false }],
  ['search_word', { word: 'old', product_count: 1 }],
  ['coupon', { minimum_subtotal: 2000, used: 1 }],
  ['coupon_usage', { customer_key: 'old@mail.test', used: 1 }],
  ['wishlist_item', { price_when_added: 3600 }],
  ['session', { grace_tokens: 3 }],
  ['email_token', { purpose: 'reset', consumed_at: new Date('2026-01-01'), revoked_at: new Date('2026-01-02') }],
  ['used_nonce', { nonce: 'nonce' }],
  ['login_attempt', { failures: 4, last_failed_at: new Date('2026-01-03') }],
  ['idempotency', { key: 'k', response: { id: expect.any(String) } }],
  ['email_message', { data: { name: 'Old' }, dead_lettered_at: new Date('2026-01-06') }],
  ['ticket_event', { state: 'open' }],
])('a row of %s is unchanged: %j', async (table, row) => {
  expect((await client.query(`SELECT * FROM "${table}"`)).rows).toMatchObject([row]);
});

test('events of the payment provider have the standard outcomes', async () => {
  const { rows } = await client.query('SELECT id, outcome FROM payment_event');
  expect(Object.fromEntries(rows.map(({ id, outcome }) => [id, outcome]))).toEqual({
    paid: 'paid',
    returned: 'returned',
    ended: 'ended',
    known: 'ignored',
    unfit: 'unmatched',
    settled: 'resolved',
  });
});

test('hash chains, sums and constraints still hold', async () => {
  for (const [name, query] of Object.entries(INTEGRITY_CHECKS).filter(([name]) =>
    /^(order: total|ledger: hash|audit trail|coupon: use count)/.test(name),
  ))
    expect([name, (await client.query(query)).rows]).toEqual([name, []]);
  for (const statement of ["UPDATE audit_entry SET details = '{}'", 'DELETE FROM ledger_entry', 'TRUNCATE audit_entry'])
    await expect(client.query(statement)).rejects.toThrow('is append-only');
  await expect(client.query('UPDATE "order" SET total = 1')).rejects.toThrow('"order_total_is_sum"');
  await expect(client.query('UPDATE coupon SET max_uses = 0')).rejects.toThrow('"coupon_within_max_uses"');
});

test('no former name is left in the schema', async () => {
  const { rows } = await client.query(`WITH named (name) AS (
      SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION SELECT attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
      UNION SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION SELECT prosrc FROM pg_proc JOIN pg_language l ON l.oid = prolang
        WHERE pronamespace = 'public'::regnamespace AND lanname IN ('sql', 'plpgsql'))
    SELECT name FROM named WHERE name ~ '(order|refund|ticket)_move|mailed|spent|login_miss|\\mmail|\\mwish_|coupon_use_|payable|promo|pro_disc|explan|goods|withdrawn|refusals|asked|parked|void|misses|siblings|facts|shelf|titles|tell_|told|grows|kept|stars|price_then|minimum_total'`);
  expect(rows).toEqual([]);
});
