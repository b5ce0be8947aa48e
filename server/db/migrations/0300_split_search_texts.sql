/*
 * What words are found by stands apart from what is filtered and sorted: a new price or stock touches no index of words. Nothing
 * asked for the trigrams of entries and of names.
 */
DROP INDEX contributor_name_trigrams;
ALTER TABLE search_entry RENAME TO search_text;
ALTER TABLE search_text RENAME CONSTRAINT search_entry_pkey TO search_text_pkey;
ALTER TABLE search_text RENAME CONSTRAINT search_entry_product_id_fkey TO search_text_product_id_fkey;
ALTER INDEX search_entry_document RENAME TO search_text_document;

CREATE TABLE search_entry (
  product_id integer NOT NULL,
  title_sort text NOT NULL,
  popularity integer NOT NULL,
  published text NOT NULL,
  list_price bigint NOT NULL,
  available boolean NOT NULL,
  language text NOT NULL,
  publisher text NOT NULL,
  subjects text[] NOT NULL,
  formats text[] NOT NULL,
  authors text[] NOT NULL,
  series text[] NOT NULL,
  is_screen_reader_friendly boolean NOT NULL DEFAULT false
);
INSERT INTO search_entry
  SELECT product_id, title_sort, popularity, published, list_price, available, language, publisher, subjects, formats, authors,
    series, is_screen_reader_friendly
  FROM search_text ORDER BY product_id;
/* Their indexes go with the columns. */
ALTER TABLE search_text
  DROP COLUMN words, DROP COLUMN title_sort, DROP COLUMN popularity, DROP COLUMN published, DROP COLUMN list_price,
  DROP COLUMN available, DROP COLUMN language, DROP COLUMN publisher, DROP COLUMN subjects, DROP COLUMN formats,
  DROP COLUMN authors, DROP COLUMN series, DROP COLUMN is_screen_reader_friendly;

ALTER TABLE search_entry ADD PRIMARY KEY (product_id);
ALTER TABLE search_entry ADD FOREIGN KEY (product_id) REFERENCES product ON DELETE CASCADE;
CREATE INDEX search_entry_subjects ON search_entry USING gin (subjects);
CREATE INDEX search_entry_authors ON search_entry USING gin (authors);
CREATE INDEX search_entry_series ON search_entry USING gin (series);
CREATE INDEX search_entry_title ON search_entry (title_sort text_pattern_ops, product_id);
CREATE INDEX search_entry_popularity ON search_entry (popularity DESC, product_id);
CREATE INDEX search_entry_published ON search_entry (published DESC, product_id);
CREATE INDEX search_entry_price ON search_entry (list_price, product_id);
CREATE INDEX search_entry_language ON search_entry (language, popularity DESC, product_id);
CREATE INDEX search_entry_screen_reader ON search_entry (popularity DESC, product_id) WHERE is_screen_reader_friendly;
