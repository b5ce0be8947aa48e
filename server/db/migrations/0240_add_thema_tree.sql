/*
 * Subjects are the whole tree of Thema: a code is its own subject, known or not, and a code without its last character is
 * its parent. Codes of other schemes are kept with their scheme (`BISAC:FIC022000`) and may stand for a subject.
 */
ALTER TABLE product_subject ADD COLUMN is_derived boolean NOT NULL DEFAULT false;

UPDATE product_subject SET subject = code WHERE subject IS DISTINCT FROM code AND code ~ '^[ACDFGJ-NP-Y][A-Z0-9]{0,19}$';

UPDATE search_entry SET subjects = coalesce((
  SELECT array_agg(DISTINCT left(subject, length)) FROM product_subject, generate_series(1, length(subject)) AS length
  WHERE product_subject.product_id = search_entry.product_id), '{}');

DELETE FROM subject_count;
INSERT INTO subject_count (code, product_count)
  SELECT code, count(*) FROM search_entry, unnest(subjects) AS code GROUP BY code;
