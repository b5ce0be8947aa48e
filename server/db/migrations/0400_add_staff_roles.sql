/* Staff have one of five roles (domain/staff.ts); until now they could do everything. */
ALTER TABLE customer ADD COLUMN staff_role text
  CHECK (staff_role IN ('owner', 'manager', 'fulfilment', 'support', 'catalogue'));
UPDATE customer SET staff_role = 'owner' WHERE is_staff;
ALTER TABLE customer DROP COLUMN is_staff;
CREATE INDEX customer_staff ON customer (staff_role) WHERE staff_role IS NOT NULL;

/* Whether whoever signed in gave more than a password. */
ALTER TABLE session ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false;

/* What the staff note about an order; customers never see it. */
CREATE TABLE order_note (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES "order" (id),
  author text NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_note_order ON order_note (order_id, id);

/* How the back office lists and finds orders, refunds and tickets, and counts what waits. */
CREATE INDEX order_state ON "order" (state, id DESC);
CREATE INDEX order_email ON "order" (email text_pattern_ops, id DESC);
CREATE INDEX order_name ON "order" (lower(address->>'name') text_pattern_ops);
CREATE INDEX shipment_tracking ON shipment (tracking);
CREATE INDEX order_line_isbn ON order_line (isbn text_pattern_ops) WHERE isbn IS NOT NULL;
CREATE INDEX ticket_updated ON ticket (updated_at DESC, id DESC);
CREATE INDEX ticket_state ON ticket (state, updated_at DESC, id DESC);
CREATE INDEX refund_requested ON refund (requested_at DESC, id DESC);
CREATE INDEX refund_state ON refund (state, requested_at DESC, id DESC);
CREATE INDEX payment_event_unmatched ON payment_event (id) WHERE outcome = 'unmatched';
CREATE INDEX email_message_dead_lettered ON email_message (id) WHERE dead_lettered_at IS NOT NULL;
CREATE INDEX ledger_entry_at ON ledger_entry (at) INCLUDE (kind, amount);
