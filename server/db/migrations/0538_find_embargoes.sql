-- outside a transaction
/* The list of orders that wait asks which variants have an embargo. */
DROP INDEX CONCURRENTLY IF EXISTS variant_embargo;
CREATE INDEX CONCURRENTLY variant_embargo ON variant ((embargo COLLATE "C")) WHERE embargo IS NOT NULL;
