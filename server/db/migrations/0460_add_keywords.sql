/* Words that a publisher wants a title to be found by; they are not shown. Records that are stored already bring theirs. */
ALTER TABLE product ADD COLUMN keywords text[] NOT NULL DEFAULT '{}';

UPDATE product SET keywords = told.keywords
FROM (
  SELECT variant.product_id, (array_agg(DISTINCT left(btrim(word), 100)))[:100] AS keywords
  FROM onix_record
    JOIN variant ON variant.id = onix_record.variant_id,
    jsonb_array_elements(onix_record.data #> '{descriptive,subjects}') AS subject,
    regexp_split_to_table(subject ->> 'heading', ';') AS word
  WHERE jsonb_typeof(onix_record.data #> '{descriptive,subjects}') = 'array'
    AND subject ->> 'scheme' = '20' AND btrim(word) <> ''
  GROUP BY variant.product_id
) AS told
WHERE product.id = told.product_id;
