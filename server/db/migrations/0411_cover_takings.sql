/* Takings of a month are summed from the index alone, and its entries exported along it. */
DROP INDEX ledger_entry_at;
CREATE INDEX ledger_entry_at ON ledger_entry (at, id) INCLUDE (kind, method, amount, refund_id);
