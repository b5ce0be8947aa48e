-- outside a transaction
/* Few returns wait to be accepted: their list read all of them. */
DROP INDEX CONCURRENTLY IF EXISTS order_return_unaccepted;
CREATE INDEX CONCURRENTLY order_return_unaccepted ON order_return (refund_id) WHERE accepted_at IS NULL;
