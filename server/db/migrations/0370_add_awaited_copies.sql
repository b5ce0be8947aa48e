/* Copies of a line that are ordered but not in stock yet, and since when it waits for them: the first come is served first. */
ALTER TABLE order_line ADD COLUMN awaited integer NOT NULL DEFAULT 0 CHECK (awaited BETWEEN 0 AND qty);
ALTER TABLE order_line ADD COLUMN awaited_since timestamptz;
ALTER TABLE order_line ADD CONSTRAINT order_line_awaited_since CHECK ((awaited > 0) = (awaited_since IS NOT NULL));
CREATE INDEX order_line_awaited ON order_line (variant_id, awaited_since, id) WHERE awaited > 0;

/* Their sum over all lines, and how many the shop takes orders for; without a limit as many as are wanted. */
ALTER TABLE variant ADD COLUMN awaited integer NOT NULL DEFAULT 0 CHECK (awaited >= 0);
ALTER TABLE variant ADD COLUMN awaited_limit integer CHECK (awaited_limit >= 0);

/* The page of a title changes with its last place. */
DROP TRIGGER variant_notify_updated ON variant;
CREATE TRIGGER variant_notify_updated AFTER UPDATE ON variant FOR EACH ROW
  WHEN ((OLD.product_id, OLD.format, OLD.isbn, OLD.list_price, OLD.member_price, least(OLD.stock, 4), OLD.pages,
      OLD.published, OLD.is_listed, OLD.availability, OLD.publishing_status, OLD.embargo, OLD.expected, OLD.order_days,
      OLD.details, OLD.accessibility, OLD.awaited < OLD.awaited_limit)
    IS DISTINCT FROM
    (NEW.product_id, NEW.format, NEW.isbn, NEW.list_price, NEW.member_price, least(NEW.stock, 4), NEW.pages,
      NEW.published, NEW.is_listed, NEW.availability, NEW.publishing_status, NEW.embargo, NEW.expected, NEW.order_days,
      NEW.details, NEW.accessibility, NEW.awaited < NEW.awaited_limit))
  EXECUTE FUNCTION notify_variant_changed();
