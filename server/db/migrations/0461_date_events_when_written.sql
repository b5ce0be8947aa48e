-- An event is dated when it is written, under the lock of what it is about: a transaction that had to wait for another one began
-- before it, but its event comes after.
ALTER TABLE order_event ALTER COLUMN at SET DEFAULT clock_timestamp();
ALTER TABLE refund_event ALTER COLUMN at SET DEFAULT clock_timestamp();
ALTER TABLE claim_event ALTER COLUMN at SET DEFAULT clock_timestamp();
ALTER TABLE ticket_event ALTER COLUMN at SET DEFAULT clock_timestamp();
ALTER TABLE review_event ALTER COLUMN at SET DEFAULT clock_timestamp();
