/* By what an order was quoted, so that what stays of it can be quoted anew; and what a refund then withholds: delivery of
   the rest (`shipping` below zero) and a coupon's discount that the rest does not earn (`withdrawn`). */

ALTER TABLE "order"
  ADD COLUMN coupon_minimum bigint CHECK (coupon_minimum >= 0),
  ADD COLUMN delivery_cost bigint CHECK (delivery_cost >= 0),
  ADD COLUMN delivery_free_from bigint CHECK (delivery_free_from >= 0);

UPDATE "order" o SET coupon_minimum = c.minimum_total FROM coupon c WHERE c.code = o.coupon_code;
UPDATE "order" SET delivery_cost = CASE WHEN address ->> 'zip' < '87000' THEN 800 ELSE 2700 END,
  delivery_free_from = CASE WHEN address ->> 'zip' < '87000' THEN 13100 ELSE 70100 END
  WHERE address ->> 'zip' BETWEEN '10000' AND '98859';

ALTER TABLE refund DROP CONSTRAINT refund_shipping_check, DROP CONSTRAINT refund_check,
  ADD COLUMN withdrawn bigint NOT NULL DEFAULT 0 CHECK (withdrawn >= 0),
  ADD CONSTRAINT refund_amount CHECK (amount = goods - withdrawn + shipping AND amount >= 0);

ALTER TABLE refund_line DROP CONSTRAINT refund_line_qty_check,
  ADD COLUMN withdrawn bigint NOT NULL DEFAULT 0 CHECK (withdrawn >= 0),
  ADD CONSTRAINT refund_line_qty CHECK (qty BETWEEN 0 AND 999 AND (qty > 0 OR withdrawn > 0));
