-- outside a transaction
/*
 * Most records of ONIX name neither works nor related products, and nothing that changes by itself: they need no entry in these indexes. */
DROP INDEX CONCURRENTLY IF EXISTS onix_record_named_works;
CREATE INDEX CONCURRENTLY onix_record_named_works ON onix_record USING gin (works) WITH (fastupdate = off) WHERE works <> '{}';
DROP INDEX CONCURRENTLY IF EXISTS onix_record_named_related;
CREATE INDEX CONCURRENTLY onix_record_named_related ON onix_record USING gin (related) WITH (fastupdate = off)
  WHERE related <> '{}';
DROP INDEX CONCURRENTLY IF EXISTS onix_record_known_change;
CREATE INDEX CONCURRENTLY onix_record_known_change ON onix_record (next_change_on, id)
  WHERE deleted_at IS NULL AND next_change_on IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS onix_record_works;
DROP INDEX CONCURRENTLY IF EXISTS onix_record_related;
DROP INDEX CONCURRENTLY IF EXISTS onix_record_next_change;
