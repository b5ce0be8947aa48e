/* From where a guest placed an order, as keyed hashes, while it is unpaid: what one origin may hold is bounded. */
ALTER TABLE "order" ADD COLUMN guest_address_hash bytea, ADD COLUMN guest_network_hash bytea;
CREATE INDEX order_unpaid_customer ON "order" (customer_id) WHERE state = 'placed';
CREATE INDEX order_unpaid_guest ON "order" (email) WHERE state = 'placed' AND customer_id IS NULL;
CREATE INDEX order_unpaid_address ON "order" (guest_address_hash) WHERE state = 'placed';
CREATE INDEX order_unpaid_network ON "order" (guest_network_hash) WHERE state = 'placed';
