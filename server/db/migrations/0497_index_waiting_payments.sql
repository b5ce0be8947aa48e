-- outside a transaction
/* Payments that wait for the provider: few of many. */
DROP INDEX CONCURRENTLY IF EXISTS payment_attempt_waiting;
CREATE INDEX CONCURRENTLY payment_attempt_waiting ON payment_attempt (created_at) WHERE state IN ('closing', 'returning');
