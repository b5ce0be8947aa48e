/*
 * Who changed what of a title that was there already, when and from where: columns of the title and of its formats by the
 * triggers below, its people, subjects and series by the commands that save them. `changes` has before and after by the name of
 * the column. Who and from where are settings of the transaction that writes the catalogue.
 */
CREATE TABLE product_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  variant_id integer,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL DEFAULT coalesce(nullif(current_setting('shop.actor', true), ''), 'shop'),
  source text DEFAULT nullif(current_setting('shop.source', true), ''),
  changes jsonb NOT NULL
);
CREATE INDEX product_history_product ON product_history (product_id, id DESC);

CREATE FUNCTION changed_columns(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, jsonb_build_array(value, after -> key)) FROM jsonb_each(before)
  WHERE value IS DISTINCT FROM after -> key
    AND key NOT IN ('slug', 'title_sort', 'popularity', 'stock', 'awaited', 'awaited_limit', 'is_screen_reader_friendly', 'updated_at')
$$;

CREATE FUNCTION write_product_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_history (product_id, changes) VALUES (NEW.id, changed_columns(to_jsonb(OLD), to_jsonb(NEW)));
  RETURN NULL;
END $$;

CREATE TRIGGER product_history_updated AFTER UPDATE ON product FOR EACH ROW
  WHEN ((OLD.title, OLD.subtitle, OLD.language, OLD.other_languages, OLD.original_language, OLD.audience, OLD.description,
      OLD.published, OLD.publisher, OLD.imprint, OLD.is_listed)
    IS DISTINCT FROM
    (NEW.title, NEW.subtitle, NEW.language, NEW.other_languages, NEW.original_language, NEW.audience, NEW.description,
      NEW.published, NEW.publisher, NEW.imprint, NEW.is_listed))
  EXECUTE FUNCTION write_product_history();

CREATE FUNCTION write_variant_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_history (product_id, variant_id, changes)
  VALUES (NEW.product_id, NEW.id, changed_columns(to_jsonb(OLD), to_jsonb(NEW)));
  RETURN NULL;
END $$;

CREATE TRIGGER variant_history_updated AFTER UPDATE ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, OLD.pages, OLD.published, OLD.is_listed,
      OLD.availability, OLD.publishing_status, OLD.embargo, OLD.expected, OLD.order_days, OLD.details, OLD.accessibility)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, NEW.pages, NEW.published, NEW.is_listed,
      NEW.availability, NEW.publishing_status, NEW.embargo, NEW.expected, NEW.order_days, NEW.details, NEW.accessibility))
  EXECUTE FUNCTION write_variant_history();

/* How the back office lists titles that are withdrawn, or sold out. */
CREATE INDEX product_unlisted ON product (id DESC) WHERE NOT is_listed;
CREATE INDEX product_unlisted_title ON product (lower(title) text_pattern_ops, id DESC) WHERE NOT is_listed;
CREATE INDEX search_entry_sold_out ON search_entry (product_id DESC) WHERE NOT available;
