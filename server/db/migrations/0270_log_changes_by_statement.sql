/*
 * An import adds hundreds of rows in a statement: what it adds and deletes is logged once a statement, not once a row. Updates
 * of single rows keep their triggers, which know by their columns whether anything shown has changed.
 */
CREATE FUNCTION notify_products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_change (product_id) SELECT DISTINCT product_id FROM changed ON CONFLICT DO NOTHING;
  /* A product that is not in the search index is on no page. */
  PERFORM pg_notify('product_changed', product_id::text) FROM search_entry
    WHERE product_id IN (SELECT product_id FROM changed);
  RETURN NULL;
END $$;

DROP TRIGGER variant_notify_added ON variant;
CREATE TRIGGER variant_notify_added AFTER INSERT ON variant REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_changed();
CREATE TRIGGER variant_notify_deleted AFTER DELETE ON variant REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_changed();

DROP TRIGGER product_contributor_notify_changed ON product_contributor;
CREATE TRIGGER product_contributor_notify_added AFTER INSERT ON product_contributor REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_changed();
CREATE TRIGGER product_contributor_notify_deleted AFTER DELETE ON product_contributor REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_changed();
CREATE TRIGGER product_contributor_notify_updated AFTER UPDATE ON product_contributor FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION notify_product_changed();

DROP TRIGGER product_series_notify_changed ON product_series;
CREATE TRIGGER product_series_notify_added AFTER INSERT ON product_series REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_changed();
CREATE TRIGGER product_series_notify_deleted AFTER DELETE ON product_series REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_changed();
CREATE TRIGGER product_series_notify_updated AFTER UPDATE ON product_series FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION notify_product_changed();

DROP TRIGGER product_subject_notify_added ON product_subject;
CREATE TRIGGER product_subject_notify_added AFTER INSERT ON product_subject REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_changed();
CREATE TRIGGER product_subject_notify_deleted AFTER DELETE ON product_subject REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_changed();
