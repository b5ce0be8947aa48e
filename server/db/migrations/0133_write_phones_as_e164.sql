/* Phone numbers of people as E.164, where it is clear which they are; others stay as they were typed. */
CREATE FUNCTION pg_temp.e164(phone text) RETURNS text LANGUAGE sql AS $$
  SELECT CASE
    WHEN typed ~ '[^0-9+() ./-]' THEN phone
    WHEN digits ~ '^\+[1-9][0-9]{7,14}$' THEN digits
    WHEN digits ~ '^00[1-9][0-9]{7,14}$' THEN '+' || substr(digits, 3)
    WHEN digits ~ '^60[1-9][0-9]{7,9}$' THEN '+' || digits
    WHEN digits ~ '^0[1-9][0-9]{7,9}$' THEN '+6' || digits
    ELSE phone END
  FROM translate(phone, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789') AS typed,
    regexp_replace(typed, '[^0-9+]', '', 'g') AS digits
$$;

UPDATE customer SET phone = pg_temp.e164(phone) WHERE phone <> pg_temp.e164(phone);
UPDATE address SET phone = pg_temp.e164(phone) WHERE phone <> pg_temp.e164(phone);
