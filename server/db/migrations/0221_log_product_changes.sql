/*
 * Which products changed in which transaction, for the search index of every server. A reader remembers the snapshot that
 * it read in, and finds what that snapshot did not see: no change is missed, whatever the order of commits.
 */
CREATE TABLE product_change (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  product_id integer NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (transaction_id, product_id)
);
CREATE INDEX product_change_changed_at ON product_change (changed_at);

CREATE OR REPLACE FUNCTION notify_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  /* A product has `id`, what belongs to it `product_id`. */
  after_change jsonb := to_jsonb(coalesce(NEW, OLD));
  before_change jsonb := to_jsonb(coalesce(OLD, NEW));
  product_ids integer[] := ARRAY[coalesce(after_change ->> 'product_id', after_change ->> 'id')::integer,
    coalesce(before_change ->> 'product_id', before_change ->> 'id')::integer];
BEGIN
  INSERT INTO product_change (product_id) SELECT DISTINCT unnest(product_ids) ON CONFLICT DO NOTHING;
  /* A product that is not in the search index is on no page. */
  PERFORM pg_notify('product_changed', product_id::text) FROM search_entry WHERE product_id = ANY (product_ids);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_products_of_contributor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_change (product_id)
    SELECT DISTINCT product_id FROM product_contributor WHERE contributor_id = NEW.id ON CONFLICT DO NOTHING;
  PERFORM pg_notify('product_changed', product_id::text) FROM product_contributor WHERE contributor_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_products_of_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_change (product_id)
    SELECT DISTINCT product_id FROM product_series WHERE series_id = NEW.id ON CONFLICT DO NOTHING;
  PERFORM pg_notify('product_changed', product_id::text) FROM product_series WHERE series_id = NEW.id;
  RETURN NULL;
END $$;

DROP TRIGGER product_notify_updated ON product;
CREATE TRIGGER product_notify_updated AFTER UPDATE ON product FOR EACH ROW
  WHEN ((OLD.slug, OLD.title, OLD.subtitle, OLD.title_sort, OLD.language, OLD.description, OLD.published, OLD.publisher,
      OLD.popularity, OLD.is_listed)
    IS DISTINCT FROM
    (NEW.slug, NEW.title, NEW.subtitle, NEW.title_sort, NEW.language, NEW.description, NEW.published, NEW.publisher,
      NEW.popularity, NEW.is_listed))
  EXECUTE FUNCTION notify_product_changed();
