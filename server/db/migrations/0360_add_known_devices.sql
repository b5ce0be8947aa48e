/* Which devices a customer has signed in with, each by a cookie of its own. Hashed with the customer's id, so that no row tells
   which customers share a browser. */
CREATE TABLE known_device (
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, device_hash)
);
