/* Up to when changes of prices were looked at, in one row: titles that have not changed since are not read again. */
CREATE TABLE price_alert_run (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  read_at timestamptz NOT NULL
);
INSERT INTO price_alert_run (read_at) VALUES ('2026-01-01T00:00:00Z');
CREATE INDEX wishlist_item_alert_products ON wishlist_item (product_id) WHERE alert_price IS NOT NULL;
CREATE INDEX customer_price_alert_sent_at ON customer (price_alert_sent_at) WHERE price_alert_sent_at IS NOT NULL;
