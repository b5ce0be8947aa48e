/* A customer's claim that an order, or copies of it, did not arrive; of each order one is open at a time. */
CREATE SEQUENCE claim_number START 1001;
CREATE TABLE claim (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  order_id uuid NOT NULL REFERENCES "order",
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'resent', 'refunded', 'declined', 'arrived')),
  problem text NOT NULL CHECK (problem IN ('parcel', 'missing', 'damaged')),
  wish text NOT NULL CHECK (wish IN ('resend', 'refund')),
  is_address_right boolean NOT NULL,
  note text,
  opened_at timestamptz NOT NULL DEFAULT now(),
  refund_id uuid UNIQUE REFERENCES refund,
  CONSTRAINT claim_refunded CHECK ((state = 'refunded') = (refund_id IS NOT NULL))
);
CREATE INDEX claim_order ON claim (order_id);
CREATE UNIQUE INDEX claim_open ON claim (order_id) WHERE state = 'open';

CREATE TABLE claim_line (
  claim_id uuid NOT NULL REFERENCES claim,
  order_line_id uuid NOT NULL REFERENCES order_line,
  qty integer NOT NULL CHECK (qty > 0),
  PRIMARY KEY (claim_id, order_line_id)
);

CREATE TABLE claim_event (
  id uuid PRIMARY KEY,
  claim_id uuid NOT NULL REFERENCES claim,
  state text NOT NULL CHECK (state IN ('open', 'resent', 'refunded', 'declined', 'arrived')),
  actor text NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX claim_event_claim ON claim_event (claim_id, at);

/* Copies that are sent again leave the stock once more. */
ALTER TABLE stock_movement DROP CONSTRAINT stock_movement_reason_check;
ALTER TABLE stock_movement DROP CONSTRAINT stock_movement_order;
ALTER TABLE stock_movement ADD CONSTRAINT stock_movement_reason_check
  CHECK (reason IN ('received', 'adjusted', 'counted', 'sold', 'released', 'returned', 'resent'));
ALTER TABLE stock_movement ADD CONSTRAINT stock_movement_order
  CHECK ((reason IN ('sold', 'released', 'returned', 'resent')) = (order_id IS NOT NULL));
