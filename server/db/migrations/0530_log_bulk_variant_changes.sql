/*
 * An import updates a thousand variants in a statement: what it changes is logged once a statement, and without JSON of whole rows.
 * Single updates, as those of orders, keep their triggers by row, whose conditions are mostly false. A transaction that writes many
 * says so by `shop.bulk` (`lockCatalogue`).
 */
CREATE FUNCTION change_of(field text, before anyelement, after anyelement) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN before IS DISTINCT FROM after
    THEN jsonb_build_object(field, jsonb_build_array(before, after)) ELSE '{}'::jsonb END
$$;

CREATE FUNCTION log_bulk_variant_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  notified integer;
BEGIN
  WITH shown AS (
    SELECT before.product_id AS previous_id, after.product_id FROM before JOIN after USING (id)
    WHERE (before.product_id, before.format, before.isbn, before.list_price, before.member_price, least(before.stock, 4),
        before.pages, before.published, before.is_listed, before.availability, before.publishing_status, before.embargo,
        before.expected, before.order_days, before.details, before.accessibility, before.awaited < before.awaited_limit)
      IS DISTINCT FROM
      (after.product_id, after.format, after.isbn, after.list_price, after.member_price, least(after.stock, 4), after.pages,
        after.published, after.is_listed, after.availability, after.publishing_status, after.embargo, after.expected,
        after.order_days, after.details, after.accessibility, after.awaited < after.awaited_limit)),
  logged AS (
    INSERT INTO product_change (product_id) SELECT product_id FROM shown UNION SELECT previous_id FROM shown
    ON CONFLICT DO NOTHING)
  /* A product that is not in the search index is on no page. */
  SELECT count(pg_notify('product_changed', product_id::text)) INTO notified FROM search_entry
    WHERE product_id IN (SELECT product_id FROM shown UNION SELECT previous_id FROM shown);
  INSERT INTO product_history (product_id, variant_id, changes)
    SELECT after.product_id, after.id,
      change_of('product_id', before.product_id, after.product_id)
        || change_of('format', before.format, after.format)
        || change_of('isbn', before.isbn, after.isbn)
        || change_of('list_price', before.list_price, after.list_price)
        || change_of('member_price', before.member_price, after.member_price)
        || change_of('pages', before.pages, after.pages)
        || change_of('published', before.published, after.published)
        || change_of('is_listed', before.is_listed, after.is_listed)
        || change_of('availability', before.availability, after.availability)
        || change_of('publishing_status', before.publishing_status, after.publishing_status)
        || change_of('embargo', before.embargo, after.embargo)
        || change_of('expected', before.expected, after.expected)
        || change_of('order_days', before.order_days, after.order_days)
        || change_of('details', before.details, after.details)
        || change_of('accessibility', before.accessibility, after.accessibility)
    FROM before JOIN after USING (id)
    WHERE (before.product_id, before.format, before.isbn, before.list_price, before.member_price, before.pages, before.published,
        before.is_listed, before.availability, before.publishing_status, before.embargo, before.expected, before.order_days,
        before.details, before.accessibility)
      IS DISTINCT FROM
      (after.product_id, after.format, after.isbn, after.list_price, after.member_price, after.pages, after.published,
        after.is_listed, after.availability, after.publishing_status, after.embargo, after.expected, after.order_days,
        after.details, after.accessibility)
    ORDER BY after.id;
  RETURN NULL;
END $$;

CREATE TRIGGER variant_bulk_updated AFTER UPDATE ON variant REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (current_setting('shop.bulk', true) = 'on') EXECUTE FUNCTION log_bulk_variant_changes();

DROP TRIGGER variant_notify_updated ON variant;
CREATE TRIGGER variant_notify_updated AFTER UPDATE ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, least(OLD.stock, 4), OLD.pages, OLD.published,
      OLD.is_listed, OLD.availability, OLD.publishing_status, OLD.embargo, OLD.expected, OLD.order_days, OLD.details,
      OLD.accessibility, OLD.awaited < OLD.awaited_limit)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, least(NEW.stock, 4), NEW.pages, NEW.published,
      NEW.is_listed, NEW.availability, NEW.publishing_status, NEW.embargo, NEW.expected, NEW.order_days, NEW.details,
      NEW.accessibility, NEW.awaited < NEW.awaited_limit)
    AND current_setting('shop.bulk', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION notify_variant_changed();

DROP TRIGGER variant_history_updated ON variant;
CREATE TRIGGER variant_history_updated AFTER UPDATE ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, OLD.pages, OLD.published, OLD.is_listed,
      OLD.availability, OLD.publishing_status, OLD.embargo, OLD.expected, OLD.order_days, OLD.details, OLD.accessibility)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, NEW.pages, NEW.published, NEW.is_listed,
      NEW.availability, NEW.publishing_status, NEW.embargo, NEW.expected, NEW.order_days, NEW.details, NEW.accessibility)
    AND current_setting('shop.bulk', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION write_variant_history();
