/* Gift wrap of an order with its price (sen), and what its customer wrote: to who receives it, to the shop, for the receipt. */
ALTER TABLE "order"
  ADD COLUMN gift_wrap bigint NOT NULL DEFAULT 0 CHECK (gift_wrap >= 0),
  ADD COLUMN gift_message text CHECK (length(gift_message) <= 300),
  ADD COLUMN note text CHECK (length(note) <= 500),
  ADD COLUMN company text CHECK (length(company) <= 100),
  ADD COLUMN tax_number text CHECK (length(tax_number) <= 30),
  DROP CONSTRAINT order_total_is_sum,
  ADD CONSTRAINT order_total_is_sum CHECK (total = subtotal - member_discount - coupon_discount + shipping + gift_wrap);

ALTER TABLE refund
  ADD COLUMN gift_wrap bigint NOT NULL DEFAULT 0 CHECK (gift_wrap >= 0),
  DROP CONSTRAINT refund_amount,
  ADD CONSTRAINT refund_amount CHECK (amount = merchandise_total - revoked_discount + shipping + gift_wrap AND amount >= 0);
