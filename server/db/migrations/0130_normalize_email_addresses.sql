/* Every address in the one form that the program writes since then: NFKC, lower case, no invisible characters, the domain
   in ASCII. Of accounts that share a mailbox the first activated gets the address; `doctor` names the others. */

CREATE FUNCTION pg_temp.punycode(label text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  points int[] := (SELECT array_agg(ascii(substr(label, i, 1)) ORDER BY i) FROM generate_series(1, length(label)) i);
  written text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  basic int := length(written);
  done int := basic;
  n int := 128;
  delta int := 0;
  bias int := 72;
  point int;
  q int;
  k int;
  t int;
BEGIN
  IF basic = length(label) THEN RETURN label; END IF;
  IF basic > 0 THEN written := written || '-'; END IF;
  WHILE done < length(label) LOOP
    SELECT min(p) INTO point FROM unnest(points) p WHERE p >= n;
    delta := delta + (point - n) * (done + 1);
    n := point;
    FOREACH point IN ARRAY points LOOP
      IF point < n THEN delta := delta + 1; END IF;
      CONTINUE WHEN point <> n;
      q := delta;
      k := 36;
      LOOP
        t := least(26, greatest(1, k - bias));
        EXIT WHEN q < t;
        written := written || substr('abcdefghijklmnopqrstuvwxyz0123456789', 1 + t + (q - t) % (36 - t), 1);
        q := (q - t) / (36 - t);
        k := k + 36;
      END LOOP;
      written := written || substr('abcdefghijklmnopqrstuvwxyz0123456789', 1 + q, 1);
      delta := delta / CASE WHEN done = basic THEN 700 ELSE 2 END;
      delta := delta + delta / (done + 1);
      bias := 0;
      WHILE delta > 455 LOOP
        delta := delta / 35;
        bias := bias + 36;
      END LOOP;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
      done := done + 1;
    END LOOP;
    delta := delta + 1;
    n := n + 1;
  END LOOP;
  RETURN 'xn--' || written;
END $$;

CREATE FUNCTION pg_temp.normal_email(email text) RETURNS text LANGUAGE sql AS $$
  SELECT split_part(plain, '@', 1) || '@' || (SELECT string_agg(pg_temp.punycode(label), '.' ORDER BY place)
    FROM unnest(string_to_array(replace(split_part(plain, '@', 2), '。', '.'), '.')) WITH ORDINALITY AS labels (label, place))
  FROM regexp_replace(normalize(lower(normalize(email, NFKC)), NFKC),
    '[\s\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]', '', 'g') AS plain
$$;

UPDATE customer c SET email = wanted FROM (
  SELECT id, wanted, row_number() OVER (PARTITION BY wanted ORDER BY activated_at NULLS LAST, id) AS place
  FROM customer, pg_temp.normal_email(email) AS wanted WHERE email <> wanted) AS other
WHERE other.id = c.id AND place = 1 AND NOT EXISTS (SELECT FROM customer WHERE email = wanted);

UPDATE "order" o SET email = wanted FROM (SELECT id, wanted FROM "order", pg_temp.normal_email(email) AS wanted) AS other
WHERE other.id = o.id AND email <> wanted
  AND (customer_id IS NULL OR EXISTS (SELECT FROM customer c WHERE c.id = customer_id AND c.email = wanted));

UPDATE mailed_link SET email = pg_temp.normal_email(email) WHERE email <> pg_temp.normal_email(email);
UPDATE identity SET email = pg_temp.normal_email(email) WHERE email <> pg_temp.normal_email(email);

UPDATE coupon_redemption SET customer_key = pg_temp.normal_email(customer_key)
WHERE customer_key LIKE '%@%' AND customer_key <> pg_temp.normal_email(customer_key);
WITH former AS (DELETE FROM coupon_use
  WHERE customer_key LIKE '%@%' AND customer_key <> pg_temp.normal_email(customer_key)
  RETURNING coupon_id, pg_temp.normal_email(customer_key) AS customer_key, used)
INSERT INTO coupon_use (coupon_id, customer_key, used)
  SELECT coupon_id, customer_key, sum(used)::int FROM former GROUP BY coupon_id, customer_key
ON CONFLICT (coupon_id, customer_key) DO UPDATE SET used = coupon_use.used + excluded.used;
