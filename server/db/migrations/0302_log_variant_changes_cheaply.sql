/* An import updates a thousand variants in a statement: their trigger knows its columns without making JSON of two rows each. */
CREATE FUNCTION notify_variant_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_change (product_id) VALUES (NEW.product_id) ON CONFLICT DO NOTHING;
  IF OLD.product_id <> NEW.product_id THEN
    INSERT INTO product_change (product_id) VALUES (OLD.product_id) ON CONFLICT DO NOTHING;
  END IF;
  /* A product that is not in the search index is on no page. */
  PERFORM pg_notify('product_changed', product_id::text) FROM search_entry WHERE product_id IN (NEW.product_id, OLD.product_id);
  RETURN NULL;
END $$;

DROP TRIGGER variant_notify_updated ON variant;
CREATE TRIGGER variant_notify_updated AFTER UPDATE ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, least(OLD.stock, 4), OLD.pages,
      OLD.published, OLD.is_listed, OLD.availability, OLD.publishing_status, OLD.embargo, OLD.expected, OLD.order_days,
      OLD.details, OLD.accessibility)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, least(NEW.stock, 4), NEW.pages,
      NEW.published, NEW.is_listed, NEW.availability, NEW.publishing_status, NEW.embargo, NEW.expected, NEW.order_days,
      NEW.details, NEW.accessibility))
  EXECUTE FUNCTION notify_variant_changed();

/* Room for the next price and stock beside the last one, without new entries in the indexes. */
ALTER TABLE variant SET (fillfactor = 85);
