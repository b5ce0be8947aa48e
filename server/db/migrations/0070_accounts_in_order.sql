/* A customer's entries in the order of their balance, open orders of a customer who has ordered for years. */

DROP INDEX ledger_entry_customer;
CREATE INDEX ledger_entry_customer ON ledger_entry (customer_id, at, id) INCLUDE (kind, amount);

CREATE INDEX order_open ON "order" (customer_id, id DESC) WHERE state NOT IN ('delivered', 'cancelled');
