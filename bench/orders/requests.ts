import { idAt, oneOf } from './sql.ts';

/** What customers wrote about the made orders, and what staff did. */
export const REQUEST_STATEMENTS: Record<string, string> = {
  claims: `CREATE TEMP TABLE made_claim AS
      SELECT n, id AS order_id, line_id, variant_id, opened_at, ${idAt('opened_at', 'n', 16)} AS id,
        CASE WHEN opened_at > now() - interval '4 days' THEN 'open' ELSE ${oneOf(['arrived', 'declined', 'resent'])} END AS state
      FROM (SELECT o.*, l.id AS line_id, variant_id, shipped_at + random() * interval '8 days' AS opened_at
        FROM made_order o JOIN order_line l ON l.order_id = o.id AND position = 0 WHERE shipped_at IS NOT NULL AND n % 200 = 7) AS missed
      WHERE opened_at < now();
    INSERT INTO claim (id, number, order_id, state, problem, wish, is_address_right, opened_at)
      SELECT id, 'C-' || 100000 + n, order_id, state, ${oneOf(['parcel', 'missing', 'damaged'])}, 'resend', true, opened_at FROM made_claim ORDER BY n;
    INSERT INTO claim_line (claim_id, order_line_id, qty) SELECT id, line_id, 1 FROM made_claim;
    INSERT INTO claim_event (id, claim_id, state, actor, at)
      SELECT ${idAt('at', 'n * 2 + step', 17)}, id, event.state, actor, at FROM made_claim c, LATERAL (VALUES (0, 'open', 'customer', opened_at),
        (1, c.state, 'Farah (Halaman)', CASE WHEN c.state <> 'open' THEN opened_at + interval '1 day' END)) AS event (step, state, actor, at)
      WHERE at IS NOT NULL;
    INSERT INTO stock_movement (variant_id, quantity, reason, actor, at)
      SELECT variant_id, count(*), 'received', 'shop', now() - interval '4 years' FROM made_claim WHERE state = 'resent' GROUP BY 1;
    INSERT INTO stock_movement (variant_id, quantity, reason, order_id, actor, at)
      SELECT variant_id, -1, 'resent', order_id, 'Farah (Halaman)', opened_at + interval '1 day' FROM made_claim WHERE state = 'resent' ORDER BY n;
    SELECT setval('claim_number', 100000 + (SELECT max(n) FROM made_order))`,
  tickets: `CREATE TEMP TABLE made_ticket AS
      SELECT *, CASE WHEN state = 'open' THEN opened_at ELSE opened_at + interval '5 hours' END AS updated_at
      FROM (SELECT n, id AS order_id, customer_id, email, name, opened_at, ${idAt('opened_at', 'n', 18)} AS id,
          CASE WHEN opened_at > now() - interval '2 days' THEN 'open' ELSE ${oneOf(['answered', 'closed', 'closed', 'closed'])} END AS state,
          CASE WHEN random() < 0.6 THEN (SELECT id FROM made_customer WHERE n = 4) END AS assignee_id
        FROM (SELECT *, placed_at + random() * interval '20 days' AS opened_at FROM made_order WHERE n % 25 = 3) AS asked
        WHERE opened_at < now()) AS opened;
    INSERT INTO ticket (id, number, customer_id, order_id, subject, category, state, created_at, updated_at, guest_name, guest_email, guest_locale,
        guest_token_hash, assignee_id)
      SELECT id, 'T-' || 100000 + n, customer_id, order_id, ${oneOf(['Where is my parcel?', 'A page is missing', 'Can I change the address?'])},
        ${oneOf(['order', 'delivery', 'book'])}, state, opened_at, updated_at, CASE WHEN customer_id IS NULL THEN name END,
        CASE WHEN customer_id IS NULL THEN email END, CASE WHEN customer_id IS NULL THEN 'en' END,
        CASE WHEN customer_id IS NULL THEN sha256(('T' || n)::bytea) END, assignee_id FROM made_ticket ORDER BY n;
    INSERT INTO ticket_event (id, ticket_id, state, actor, at)
      SELECT ${idAt('at', 'n * 2 + step', 19)}, id, event.state, actor, at FROM made_ticket t, LATERAL (VALUES (0, 'open', 'customer', opened_at),
        (1, t.state, 'Farah (Halaman)', CASE WHEN t.state <> 'open' THEN updated_at END)) AS event (step, state, actor, at) WHERE at IS NOT NULL;
    INSERT INTO ticket_reply (id, ticket_id, author, name, message, at)
      SELECT ${idAt('at', 'n * 2 + step', 20)}, id, author, who, text, at FROM made_ticket t, LATERAL (VALUES
        (0, 'customer', name, 'It was to come last week, and I have not heard of it since.', opened_at),
        (1, 'staff', 'Farah (Halaman)', 'We asked the carrier and will tell you.', CASE WHEN t.state <> 'open' THEN updated_at END))
        AS reply (step, author, who, text, at) WHERE at IS NOT NULL;
    SELECT setval('ticket_number', 100000 + (SELECT max(n) FROM made_order))`,
  reviews: `CREATE TEMP TABLE made_review AS
      SELECT DISTINCT ON (customer_id, product_id) n, customer_id, product_id, delivered_at + interval '5 days' AS at,
        ${idAt(`delivered_at + interval '5 days'`, 'n', 21)} AS id, 1 + floor(sqrt(random()) * 5)::int AS rating,
        CASE WHEN n % 7000 = 5 THEN 'hidden' WHEN n % 9000 = 5 THEN 'resubmitted' ELSE 'published' END AS state
      FROM made_order o JOIN order_line l ON l.order_id = o.id AND position = 0
      WHERE customer_id IS NOT NULL AND delivered_at < now() - interval '5 days' AND n % 20 = 5
      ORDER BY customer_id, product_id, n;
    INSERT INTO review (id, product_id, customer_id, rating, text, language, state, hidden_reason, created_at)
      SELECT id, product_id, customer_id, rating, 'I read it in two evenings and gave it to my sister.', 'en', state,
        CASE WHEN state <> 'published' THEN 'Insults' END, at FROM made_review ORDER BY n;
    INSERT INTO review_event (id, review_id, state, actor, at)
      SELECT ${idAt('event.at', 'n * 2 + step', 22)}, id, event.state, 'customer', event.at FROM made_review r, LATERAL (VALUES (0, 'published', r.at),
        (1, r.state, CASE WHEN r.state <> 'published' THEN r.at + interval '1 day' END)) AS event (step, state, at) WHERE event.at IS NOT NULL;
    INSERT INTO review_report (review_id, customer_id, reason, created_at, resolved_at)
      SELECT r.id, c.id, 'spoilers', r.at, CASE WHEN r.n % 8000 > 5 THEN r.at + interval '1 day' END
      FROM made_review r JOIN made_customer c ON c.n = r.n WHERE r.n % 400 = 5;
    DELETE FROM product_rating;
    INSERT INTO product_rating (product_id, counts)
      SELECT product_id, ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2), count(*) FILTER (WHERE rating = 3),
        count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)] FROM review WHERE state = 'published' GROUP BY 1`,
  'title requests': `INSERT INTO title_request (id, words, key, customer_id, state, answer, created_at, changed_at)
      SELECT ${idAt('placed_at', 'n', 23)}, 'The second volume of ' || n, 'second volume ' || n, customer_id,
        CASE WHEN n % 2000 = 9 THEN 'open' ELSE 'answered' END, CASE WHEN n % 2000 <> 9 THEN 'It is out of print.' END, placed_at, placed_at
      FROM made_order WHERE n % 200 = 9 AND customer_id IS NOT NULL ORDER BY n`,
  trail: `CREATE AGGREGATE pg_temp.chain (audit_entry) (SFUNC = audit_hash, STYPE = bytea);
    INSERT INTO audit_entry (chain, position, at, event, actor, details, ip, user_agent, hash)
      SELECT (entry).chain, (entry).position, (entry).at, (entry).event, (entry).actor, (entry).details, '203.0.113.7', 'made',
        pg_temp.chain(entry) OVER (PARTITION BY (entry).chain ORDER BY (entry).position)
      FROM (SELECT ROW(chain, coalesce(last, 0) + row_number() OVER (PARTITION BY chain ORDER BY at), at, event, actor, details, NULL, NULL, '')::audit_entry
          AS entry
        FROM (SELECT customer_id AS chain, placed_at AS at, 'order_placed' AS event, 'customer' AS actor, jsonb_build_object('order', number) AS details
            FROM made_order WHERE customer_id IS NOT NULL
          UNION ALL SELECT c.id, moved.at, 'staff', moved.actor, jsonb_build_object('verb', verb, 'about', number)
            FROM made_order o, LATERAL (VALUES (2, 'order pack', 'Farah (Halaman)', packed_at), (3, 'order ship', 'Kumar (Halaman)', shipped_at))
              AS moved (person, verb, actor, at) JOIN made_customer c ON c.n = person WHERE moved.at IS NOT NULL
          UNION ALL SELECT c.id, updated_at, 'staff', 'Mei (Halaman)', jsonb_build_object('verb', 'ticket answer', 'about', 'T-' || 100000 + t.n)
            FROM made_ticket t JOIN made_customer c ON c.n = 4 WHERE t.state <> 'open') AS told
        LEFT JOIN (SELECT chain AS of, max(position) AS last FROM audit_entry GROUP BY chain) AS before ON of = chain) AS entries`,
};
