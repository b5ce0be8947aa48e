/*
 * Files for search engines and merchants, made by a job. A generation is published as a whole once all of its files are
 * written; the one before it stays until the next, for requests that still read it.
 */
CREATE TABLE feed_generation (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  origin text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);

CREATE TABLE feed_file (
  generation integer NOT NULL REFERENCES feed_generation ON DELETE CASCADE,
  path text NOT NULL,
  hash text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  PRIMARY KEY (generation, path)
);

CREATE TABLE feed_chunk (
  generation integer NOT NULL REFERENCES feed_generation ON DELETE CASCADE,
  path text NOT NULL,
  position integer NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (generation, path, position)
);
/* It is compressed already. */
ALTER TABLE feed_chunk ALTER COLUMN data SET STORAGE EXTERNAL;

/* When the page of a product last changed, by a hash of what it shows. */
CREATE TABLE sitemap_entry (
  product_id integer PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  hash text NOT NULL,
  changed_at timestamptz NOT NULL
);
