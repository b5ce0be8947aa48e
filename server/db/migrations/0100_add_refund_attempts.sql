/* Who is sending the money of a refund, so that it is not sent in two ways; the row goes with the attempt. */
CREATE TABLE refund_attempt (
  refund_id uuid PRIMARY KEY REFERENCES refund,
  id uuid NOT NULL,
  sent_by text NOT NULL CHECK (sent_by IN ('provider', 'transfer')),
  started_at timestamptz NOT NULL DEFAULT now()
);

/* When the provider was last asked to return the money of a payment; unknown again once it has refused. */
ALTER TABLE payment_attempt ADD COLUMN return_asked_at timestamptz;
