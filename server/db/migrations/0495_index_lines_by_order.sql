-- outside a transaction
-- How the back office finds the newest orders of a title or an ISBN.
DROP INDEX CONCURRENTLY IF EXISTS order_line_product_order;
CREATE INDEX CONCURRENTLY order_line_product_order ON order_line (product_id, order_id DESC);
DROP INDEX CONCURRENTLY IF EXISTS order_line_isbn_order;
CREATE INDEX CONCURRENTLY order_line_isbn_order ON order_line (isbn, order_id DESC) WHERE isbn IS NOT NULL;
