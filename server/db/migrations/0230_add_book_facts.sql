/*
 * What the trade says of books beyond title, price and stock. Facts that are only displayed together are one JSON value; those
 * that are filtered, joined or decide something have columns.
 */

ALTER TABLE product
  ADD COLUMN other_languages text[] NOT NULL DEFAULT '{}',
  ADD COLUMN original_language text,
  ADD COLUMN audience jsonb;

ALTER TABLE variant
  ADD COLUMN availability text CHECK (availability ~ '^\w{1,10}$'),
  ADD COLUMN publishing_status text CHECK (publishing_status ~ '^\w{1,10}$'),
  ADD COLUMN embargo text CHECK (embargo ~ '^\d{4}(-\d{2}){0,2}$'),
  ADD COLUMN expected text CHECK (expected ~ '^\d{4}(-\d{2}){0,2}$'),
  ADD COLUMN order_days integer CHECK (order_days >= 0),
  ADD COLUMN details jsonb,
  ADD COLUMN accessibility jsonb,
  /* All content readable without sight; or reading options not disabled, reading order, and images described. */
  ADD COLUMN is_screen_reader_friendly boolean NOT NULL GENERATED ALWAYS AS (coalesce(
    accessibility -> 'features' @> '[{"code": "52"}]'
    OR (accessibility -> 'features' @> '[{"code": "10"}, {"code": "13"}]'
      AND (accessibility -> 'features' @> '[{"code": "14"}]' OR accessibility -> 'features' @> '[{"code": "15"}]')),
    false)) STORED;

ALTER TABLE contributor
  ADD COLUMN biography text NOT NULL DEFAULT '',
  ADD COLUMN biography_at timestamptz,
  ADD COLUMN isni text CHECK (isni ~ '^\d{15}[\dX]$'),
  ADD COLUMN orcid text CHECK (orcid ~ '^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$');

/* The order of a product's series; the first is shown in lists. */
ALTER TABLE product_series ADD COLUMN place smallint NOT NULL DEFAULT 0;

/* Keys of works: products with a key in common are editions of one work in other formats and languages. */
CREATE TABLE product_work (
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  work text NOT NULL CHECK (work <> ''),
  PRIMARY KEY (product_id, work)
);
CREATE INDEX product_work_work ON product_work (work, product_id);

/* The pages of the other editions name this one. */
CREATE FUNCTION notify_products_of_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('product_changed', product_id::text) FROM search_entry WHERE product_id IN
    (SELECT product_id FROM product_work WHERE work = coalesce(NEW.work, OLD.work) LIMIT 100);
  RETURN NULL;
END $$;
CREATE TRIGGER product_work_notify_changed AFTER INSERT OR DELETE ON product_work FOR EACH ROW
  EXECUTE FUNCTION notify_products_of_work();

DROP TRIGGER product_notify_updated ON product;
CREATE TRIGGER product_notify_updated AFTER UPDATE ON product FOR EACH ROW
  WHEN ((OLD.slug, OLD.title, OLD.subtitle, OLD.title_sort, OLD.language, OLD.description, OLD.published, OLD.publisher,
      OLD.imprint, OLD.other_languages, OLD.original_language, OLD.audience, OLD.popularity, OLD.is_listed)
    IS DISTINCT FROM
    (NEW.slug, NEW.title, NEW.subtitle, NEW.title_sort, NEW.language, NEW.description, NEW.published, NEW.publisher,
      NEW.imprint, NEW.other_languages, NEW.original_language, NEW.audience, NEW.popularity, NEW.is_listed))
  EXECUTE FUNCTION notify_product_changed();

DROP TRIGGER variant_notify_updated ON variant;
CREATE TRIGGER variant_notify_updated AFTER UPDATE ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, least(OLD.stock, 4), OLD.pages,
      OLD.published, OLD.is_listed, OLD.availability, OLD.publishing_status, OLD.embargo, OLD.expected, OLD.order_days,
      OLD.details, OLD.accessibility)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, least(NEW.stock, 4), NEW.pages,
      NEW.published, NEW.is_listed, NEW.availability, NEW.publishing_status, NEW.embargo, NEW.expected, NEW.order_days,
      NEW.details, NEW.accessibility))
  EXECUTE FUNCTION notify_product_changed();

DROP TRIGGER contributor_notify_updated ON contributor;
CREATE TRIGGER contributor_notify_updated AFTER UPDATE ON contributor FOR EACH ROW
  WHEN ((OLD.name, OLD.slug, OLD.biography) IS DISTINCT FROM (NEW.name, NEW.slug, NEW.biography))
  EXECUTE FUNCTION notify_products_of_contributor();
