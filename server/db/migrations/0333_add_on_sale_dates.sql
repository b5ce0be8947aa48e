/* When a line that was ordered under a sales embargo is dispatched, as its customer last heard. */
ALTER TABLE order_line ADD COLUMN on_sale_from text CHECK (on_sale_from ~ '^\d{4}(-\d{2}){0,2}$');
UPDATE order_line SET on_sale_from = variant.embargo FROM variant, "order"
  WHERE variant.id = variant_id AND "order".id = order_id AND state IN ('placed', 'paid')
    AND variant.embargo > to_char(now() AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD');
CREATE INDEX order_line_on_sale_from ON order_line (variant_id) WHERE on_sale_from IS NOT NULL;
