/*
 * PostgreSQL reads the condition of a row trigger anew in each statement: those of all columns took half the time of each sale of a
 * copy. Triggers that name their columns are passed over without it.
 */
DROP TRIGGER variant_notify_updated ON variant;
CREATE TRIGGER variant_notify_updated AFTER UPDATE OF product_id, format, isbn, list_price, member_price, pages, published, is_listed,
    availability, publishing_status, embargo, expected, order_days, details, accessibility ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, OLD.pages, OLD.published, OLD.is_listed,
      OLD.availability, OLD.publishing_status, OLD.embargo, OLD.expected, OLD.order_days, OLD.details, OLD.accessibility)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, NEW.pages, NEW.published, NEW.is_listed,
      NEW.availability, NEW.publishing_status, NEW.embargo, NEW.expected, NEW.order_days, NEW.details, NEW.accessibility)
    AND current_setting('shop.bulk', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION notify_variant_changed();

CREATE TRIGGER variant_notify_stock AFTER UPDATE OF stock, awaited, awaited_limit ON variant FOR EACH ROW
  WHEN ((least(OLD.stock, 4), OLD.awaited < OLD.awaited_limit) IS DISTINCT FROM (least(NEW.stock, 4), NEW.awaited < NEW.awaited_limit)
    AND current_setting('shop.bulk', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION notify_variant_changed();

DROP TRIGGER variant_history_updated ON variant;
CREATE TRIGGER variant_history_updated AFTER UPDATE OF product_id, format, isbn, list_price, member_price, pages, published, is_listed,
    availability, publishing_status, embargo, expected, order_days, details, accessibility ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, OLD.pages, OLD.published, OLD.is_listed,
      OLD.availability, OLD.publishing_status, OLD.embargo, OLD.expected, OLD.order_days, OLD.details, OLD.accessibility)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, NEW.pages, NEW.published, NEW.is_listed,
      NEW.availability, NEW.publishing_status, NEW.embargo, NEW.expected, NEW.order_days, NEW.details, NEW.accessibility)
    AND current_setting('shop.bulk', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION write_variant_history();
