/* When the customer was last told of another on-sale date. */
ALTER TABLE order_line ADD COLUMN on_sale_moved_at timestamptz;
