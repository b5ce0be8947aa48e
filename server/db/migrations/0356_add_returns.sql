/* What a customer sends back: the refund of a shipped order, with the number on its label. Its state follows from the
   refund's, and from whether it was accepted. A withdrawal from the contract needs nobody's consent. */
ALTER TABLE refund ADD COLUMN is_withdrawal boolean NOT NULL DEFAULT false;

CREATE SEQUENCE return_number START 1001;
CREATE TABLE order_return (
  refund_id uuid PRIMARY KEY REFERENCES refund,
  number text NOT NULL UNIQUE,
  accepted_at timestamptz,
  accepted_by text,
  CONSTRAINT order_return_accepted CHECK (num_nulls(accepted_at, accepted_by) IN (0, 2))
);

/* Photos of what is sent back; their files are in the object storage below `returns/`. */
CREATE TABLE return_photo (
  id uuid PRIMARY KEY,
  refund_id uuid NOT NULL REFERENCES order_return,
  hash text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (refund_id, hash)
);
