import { idAt, oneOf } from './sql.ts';

/** As many transfers wait to be matched with orders. */
const OPEN_TRANSFERS = 150;

/** What was paid for the made orders and given back: refunds of three in a hundred, half of them returns, the ledger, transfers. */
export const MONEY_STATEMENTS: Record<string, string> = {
  refunds: `CREATE TEMP TABLE made_refund AS
      SELECT n, id AS order_id, customer_id, method, requested_at, ${idAt('requested_at', 'n', 10)} AS id, line_id, amount,
        ${oneOf(['damaged', 'wrong_item', 'changed_mind', 'late'])} AS reason,
        CASE WHEN requested_at > now() - interval '3 days' THEN 'requested' WHEN requested_at > now() - interval '6 days' THEN 'approved'
          WHEN n % 10 = 0 THEN 'declined' ELSE 'paid_out' END AS state
      FROM (SELECT o.*, delivered_at + random() * interval '10 days' AS requested_at, l.id AS line_id,
          unit_price - l.coupon_discount / qty AS amount
        FROM made_order o JOIN order_line l ON l.order_id = o.id AND position = 0
        WHERE formats > 1 AND delivered_at IS NOT NULL AND n % 12 = 1) AS asked WHERE requested_at < now();
    INSERT INTO refund (id, order_id, customer_id, state, reason, merchandise_total, shipping, amount, requested_at)
      SELECT id, order_id, customer_id, state, reason, amount, 0, amount, requested_at FROM made_refund ORDER BY n;
    INSERT INTO refund_line (refund_id, order_line_id, qty, amount) SELECT id, line_id, 1, amount FROM made_refund ORDER BY n;
    INSERT INTO refund_event (id, refund_id, state, actor, at)
      SELECT ${idAt('at', 'n * 4 + step', 11)}, id, event.state, actor, at FROM made_refund r, LATERAL (VALUES (0, 'requested', 'customer',
        requested_at), (1, CASE r.state WHEN 'declined' THEN 'declined' ELSE 'approved' END, 'Kumar (Halaman)', requested_at + interval '3 days'),
        (2, 'paid_out', 'Kumar (Halaman)', CASE r.state WHEN 'paid_out' THEN requested_at + interval '6 days' END))
        AS event (step, state, actor, at) WHERE step = 0 OR (r.state <> 'requested' AND at IS NOT NULL);
    INSERT INTO order_return (refund_id, number, accepted_at, accepted_by)
      SELECT id, 'R-' || 100000 + n, CASE WHEN accepted < now() THEN accepted END, CASE WHEN accepted < now() THEN 'Kumar (Halaman)' END
      FROM (SELECT *, requested_at + interval '1 day' AS accepted FROM made_refund WHERE n % 24 = 1) AS sent;
    SELECT setval('return_number', 100000 + (SELECT max(n) FROM made_order))`,
  ledger: `CREATE AGGREGATE pg_temp.chain (ledger_entry) (SFUNC = ledger_hash, STYPE = bytea);
    INSERT INTO ledger_entry (id, order_id, customer_id, kind, method, amount, at, refund_id, position, hash)
      SELECT (entry).id, (entry).order_id, (entry).customer_id, (entry).kind, (entry).method, (entry).amount, (entry).at, (entry).refund_id,
        (entry).position, pg_temp.chain(entry) OVER (PARTITION BY (entry).order_id ORDER BY (entry).position)
      FROM (SELECT ROW(${idAt('at', 'n * 4 + place', 12)}, order_id, customer_id, kind, method, amount, at, refund_id, place, '')::ledger_entry AS entry
        FROM (SELECT n, id AS order_id, customer_id, kind, method, amount, at, NULL::uuid AS refund_id, place
            FROM made_order, LATERAL (VALUES (1, 'charge', total, placed_at), (2, 'payment', -total, paid_at),
              (2, 'reversal', -total, cancelled_at)) AS posted (place, kind, amount, at) WHERE at IS NOT NULL
          UNION ALL SELECT n, order_id, customer_id, kind, method, sign * amount, at, id, place FROM made_refund r, LATERAL (VALUES
            (3, 'refund', -1, CASE WHEN r.state IN ('approved', 'paid_out') THEN requested_at + interval '3 days' END),
            (4, 'payout', 1, CASE r.state WHEN 'paid_out' THEN requested_at + interval '6 days' END)) AS posted (place, kind, sign, at)
            WHERE at IS NOT NULL) AS posted) AS entries`,
  takings: `DELETE FROM takings_day;
    INSERT INTO takings_day (day, method, received, refunded, payments)
      SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date, method, coalesce(-sum(amount) FILTER (WHERE kind <> 'refund'), 0),
        coalesce(-sum(amount) FILTER (WHERE kind = 'refund'), 0), count(*) FILTER (WHERE kind = 'payment')
      FROM ledger_entry WHERE kind IN ('payment', 'refund') OR (kind = 'payout' AND refund_id IS NULL) GROUP BY 1, 2`,
  payments: `INSERT INTO payment_attempt (id, order_id, method, amount, state, checkout_session_id, payment_intent_id, created_at, expires_at)
      SELECT ${idAt('paid_at', 'n', 13)}, id, method, total, 'paid', 'cs_made_' || n, 'pi_made_' || n, placed_at, placed_at + interval '1 hour'
      FROM made_order WHERE paid_at IS NOT NULL AND method <> 'bank_transfer' ORDER BY n;
    INSERT INTO payment_event (id, attempt_id, outcome, checkout_session_id, payment_intent_id, amount, at)
      SELECT 'evt_made_' || n, ${idAt('paid_at', 'n', 13)}, 'paid', 'cs_made_' || n, 'pi_made_' || n, total, paid_at
      FROM made_order WHERE paid_at IS NOT NULL AND method <> 'bank_transfer' ORDER BY n`,
  transfers: `INSERT INTO bank_statement (id, name, actor, at)
      SELECT ${idAt('day', 'extract(epoch FROM day)', 14)}, day::date || '.csv', 'Kumar (Halaman)', day
      FROM generate_series(date_trunc('day', now() - interval '4 years'), now(), '1 day') AS day;
    INSERT INTO bank_statement_line (id, statement_id, hash, repetition, day, amount, text, payer, state, order_id, booked_amount, note, actor,
        decided_at)
      SELECT ${idAt('at', 'n', 15)}, ${idAt(`date_trunc('day', at)`, `extract(epoch FROM date_trunc('day', at))`, 14)}, sha256(n::text::bytea), 0,
        at, amount, text, payer, state, order_id, CASE state WHEN 'booked' THEN amount ELSE 0 END,
        CASE state WHEN 'dismissed' THEN 'Not of the shop' END, CASE WHEN state <> 'open' THEN 'Kumar (Halaman)' END,
        CASE WHEN state <> 'open' THEN at END
      FROM (SELECT n, paid_at AS at, total AS amount, 'Transfer ' || number AS text, name AS payer, 'booked' AS state, id AS order_id
          FROM made_order WHERE paid_at IS NOT NULL AND method = 'bank_transfer' AND n % 5 < 3
        UNION ALL SELECT -k, now() - k * interval '1 hour', 1000 + k * 10, 'Salary', 'Somebody else',
            CASE WHEN k <= ${OPEN_TRANSFERS} THEN 'open' ELSE 'dismissed' END, NULL
          FROM generate_series(1, ${OPEN_TRANSFERS} + (SELECT count(*) / 200 FROM made_order)) k WHERE k < 30000) AS line ORDER BY at`,
};
