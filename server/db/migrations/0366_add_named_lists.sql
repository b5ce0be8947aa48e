CREATE TABLE named_list (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  visibility text NOT NULL CHECK (visibility IN ('private', 'link', 'public')),
  is_gift boolean NOT NULL DEFAULT false,
  token_hash bytea UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((visibility = 'link') = (token_hash IS NOT NULL))
);
CREATE INDEX named_list_customer ON named_list (customer_id, id);

/* `taken_by` is the hash of a giver's secret; the list's owner never reads it. */
CREATE TABLE named_list_title (
  list_id uuid NOT NULL REFERENCES named_list (id) ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product (id),
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  taken_by bytea,
  PRIMARY KEY (list_id, product_id)
);
