-- outside a transaction
/* The formats that orders wait for: few of many. */
DROP INDEX CONCURRENTLY IF EXISTS variant_awaited;
CREATE INDEX CONCURRENTLY variant_awaited ON variant (id) WHERE awaited > 0;
