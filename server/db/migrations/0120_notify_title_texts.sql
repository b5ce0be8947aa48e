/* Cached pages of a title are dropped when its texts, people, subjects, series or formats change too, by whatever means. */
CREATE OR REPLACE FUNCTION tell_title_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  /* The title has `id`, what belongs to it `product_id`. */
  now_of jsonb := to_jsonb(coalesce(NEW, OLD));
  before_of jsonb := to_jsonb(coalesce(OLD, NEW));
BEGIN
  /* A title that is not in the index is on no page. */
  PERFORM pg_notify('title_changed', product_id::text) FROM search_entry
    WHERE product_id IN (coalesce(now_of ->> 'product_id', now_of ->> 'id')::integer,
      coalesce(before_of ->> 'product_id', before_of ->> 'id')::integer);
  RETURN NULL;
END $$;

CREATE TRIGGER product_told AFTER UPDATE ON product FOR EACH ROW
  WHEN ((OLD.slug, OLD.title, OLD.subtitle, OLD.language, OLD.description, OLD.published, OLD.publisher, OLD.is_listed)
    IS DISTINCT FROM
    (NEW.slug, NEW.title, NEW.subtitle, NEW.language, NEW.description, NEW.published, NEW.publisher, NEW.is_listed))
  EXECUTE FUNCTION tell_title_changed();

DROP TRIGGER variant_told ON variant;
CREATE TRIGGER variant_told AFTER UPDATE ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, least(OLD.stock, 4), OLD.pages,
      OLD.published, OLD.is_listed)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, least(NEW.stock, 4), NEW.pages,
      NEW.published, NEW.is_listed))
  EXECUTE FUNCTION tell_title_changed();
CREATE TRIGGER variant_added AFTER INSERT OR DELETE ON variant FOR EACH ROW EXECUTE FUNCTION tell_title_changed();

CREATE TRIGGER product_contributor_told AFTER INSERT OR DELETE OR UPDATE ON product_contributor FOR EACH ROW
  EXECUTE FUNCTION tell_title_changed();
CREATE TRIGGER product_series_told AFTER INSERT OR DELETE OR UPDATE ON product_series FOR EACH ROW
  EXECUTE FUNCTION tell_title_changed();
CREATE TRIGGER product_subject_added AFTER INSERT OR DELETE ON product_subject FOR EACH ROW
  EXECUTE FUNCTION tell_title_changed();
CREATE TRIGGER product_subject_told AFTER UPDATE ON product_subject FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_title_changed();

CREATE FUNCTION tell_titles_of_contributor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('title_changed', product_id::text) FROM product_contributor WHERE contributor_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER contributor_told AFTER UPDATE ON contributor FOR EACH ROW
  WHEN ((OLD.name, OLD.slug) IS DISTINCT FROM (NEW.name, NEW.slug)) EXECUTE FUNCTION tell_titles_of_contributor();

CREATE FUNCTION tell_titles_of_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('title_changed', product_id::text) FROM product_series WHERE series_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER series_told AFTER UPDATE ON series FOR EACH ROW
  WHEN ((OLD.name, OLD.slug) IS DISTINCT FROM (NEW.name, NEW.slug)) EXECUTE FUNCTION tell_titles_of_series();
