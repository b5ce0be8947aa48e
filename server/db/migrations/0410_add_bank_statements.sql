/* A bank statement that was uploaded; its lines are what came in. */
CREATE TABLE bank_statement (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

/* A line is known by the hash of its cells, and by which of several equal lines of its statement it is. */
CREATE TABLE bank_statement_line (
  id uuid PRIMARY KEY,
  statement_id uuid NOT NULL REFERENCES bank_statement (id),
  hash bytea NOT NULL,
  repetition integer NOT NULL CHECK (repetition >= 0),
  day date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  text text NOT NULL,
  payer text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'booked', 'dismissed')),
  order_id uuid REFERENCES "order" (id),
  booked_amount bigint NOT NULL DEFAULT 0 CHECK (booked_amount BETWEEN 0 AND amount),
  returned_at timestamptz,
  note text,
  actor text,
  decided_at timestamptz,
  UNIQUE (hash, repetition),
  CONSTRAINT bank_statement_line_decided CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (actor IS NULL)),
  CONSTRAINT bank_statement_line_booked CHECK ((state = 'booked') = (order_id IS NOT NULL) AND (state = 'booked' OR booked_amount = 0)),
  CONSTRAINT bank_statement_line_dismissed CHECK (state <> 'dismissed' OR note IS NOT NULL),
  CONSTRAINT bank_statement_line_returned CHECK (returned_at IS NULL OR (state = 'booked' AND booked_amount < amount))
);
CREATE INDEX bank_statement_line_state ON bank_statement_line (state, id);
CREATE INDEX bank_statement_line_order ON bank_statement_line (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX bank_statement_line_surplus ON bank_statement_line (id)
  WHERE state = 'booked' AND booked_amount < amount AND returned_at IS NULL;

/* How the columns of statements with this header were mapped by hand. */
CREATE TABLE statement_mapping (
  header_hash bytea PRIMARY KEY,
  mapping jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);

/* A transfer is matched with the orders that wait for its amount. */
CREATE INDEX order_placed_total ON "order" (total) WHERE state = 'placed';
