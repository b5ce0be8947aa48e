/* Which emails came to a ticket, so that one that is delivered again has no effect. */
CREATE TABLE inbound_email (
  ticket_id uuid NOT NULL REFERENCES ticket ON DELETE CASCADE,
  message_hash bytea NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('reply', 'note')),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, message_hash)
);
CREATE INDEX inbound_email_at ON inbound_email (at);
