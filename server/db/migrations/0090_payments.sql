/* Tries to pay an order at the payment provider, and the provider's events, each of which acts once. */

CREATE TABLE payment_attempt (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES "order",
  method text NOT NULL CHECK (method IN ('card', 'fpx')),
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'closing', 'closed', 'returning', 'returned')),
  session text CONSTRAINT payment_attempt_session UNIQUE,
  url text,
  intent text CONSTRAINT payment_attempt_intent UNIQUE,
  refusals integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL
);
CREATE INDEX payment_attempt_order ON payment_attempt (order_id);
CREATE UNIQUE INDEX payment_attempt_one_open ON payment_attempt (order_id) WHERE state = 'open';
CREATE UNIQUE INDEX payment_attempt_one_paid ON payment_attempt (order_id) WHERE state = 'paid';

CREATE TABLE payment_event (
  id text PRIMARY KEY,
  attempt_id uuid REFERENCES payment_attempt,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'returned', 'ended', 'known', 'unfit', 'settled')),
  session text NOT NULL,
  intent text,
  amount bigint,
  note text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payment_event_at ON payment_event (at);
CREATE INDEX payment_event_attempt ON payment_event (attempt_id);

ALTER TABLE "order" ADD CONSTRAINT order_payment_method CHECK (payment_method IN ('bank_transfer', 'card', 'fpx'));
