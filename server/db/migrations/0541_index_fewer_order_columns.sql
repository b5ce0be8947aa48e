-- outside a transaction
/*
 * What each order pays for its indexes: one of lines finds an ISBN by its beginning and by the order, members have no token, address
 * or network of a guest, and the open orders of a customer are few.
 */
DROP INDEX CONCURRENTLY IF EXISTS order_line_isbn_prefix;
CREATE INDEX CONCURRENTLY order_line_isbn_prefix ON order_line (isbn text_pattern_ops, order_id DESC) WHERE isbn IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS order_line_isbn;
DROP INDEX CONCURRENTLY IF EXISTS order_line_isbn_order;
DROP INDEX CONCURRENTLY IF EXISTS order_of_guest;
CREATE UNIQUE INDEX CONCURRENTLY order_of_guest ON "order" (guest_token_hash) WHERE guest_token_hash IS NOT NULL;
ALTER TABLE "order" DROP CONSTRAINT IF EXISTS order_guest_token;
DROP INDEX CONCURRENTLY IF EXISTS order_unpaid_of_address;
CREATE INDEX CONCURRENTLY order_unpaid_of_address ON "order" (guest_ip_hash)
  WHERE state = 'placed' AND guest_ip_hash IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS order_unpaid_ip;
DROP INDEX CONCURRENTLY IF EXISTS order_unpaid_of_network;
CREATE INDEX CONCURRENTLY order_unpaid_of_network ON "order" (guest_network_hash)
  WHERE state = 'placed' AND guest_network_hash IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS order_unpaid_network;
DROP INDEX CONCURRENTLY IF EXISTS order_unpaid_customer;
