/* The member price below which a customer wants an email about a wished title; none without one. */
ALTER TABLE wishlist_item ADD COLUMN alert_price bigint CHECK (alert_price >= 0);
CREATE INDEX wishlist_item_alerts ON wishlist_item (customer_id) WHERE alert_price IS NOT NULL;
/* One such email a day. */
ALTER TABLE customer ADD COLUMN price_alert_sent_at timestamptz;
