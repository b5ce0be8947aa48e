/* A coupon may cover one title or one series instead of a subject. Whoever edits it says which version they saw. */
ALTER TABLE coupon
  ADD COLUMN product_id integer REFERENCES product (id),
  ADD COLUMN series_id integer REFERENCES series (id),
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT coupon_scope CHECK (num_nonnulls(subject, product_id, series_id) <= 1);

/* What orders with a coupon came to, from the index alone. */
CREATE INDEX order_coupon ON "order" (coupon_code) INCLUDE (state, coupon_discount, total) WHERE coupon_code IS NOT NULL;
