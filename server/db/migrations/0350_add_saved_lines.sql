/* What customers took out of their cart to buy later. */
CREATE TABLE saved_line (
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  variant_id integer NOT NULL REFERENCES variant,
  qty integer NOT NULL CHECK (qty BETWEEN 1 AND 999),
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, variant_id)
);
