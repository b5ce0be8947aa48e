/* Who waits for a format to be sold: a customer, or a guest, whose emailed link is known by the hash of its token. Of each
   reader and format one is open. The first come first. */
CREATE TABLE availability_alert (
  id uuid PRIMARY KEY,
  variant_id integer NOT NULL REFERENCES variant,
  customer_id uuid REFERENCES customer ON DELETE CASCADE,
  email text,
  locale text,
  guest_token_hash bytea,
  state text NOT NULL CHECK (state IN ('pending', 'active', 'sent')),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  CONSTRAINT availability_alert_owner CHECK (CASE WHEN customer_id IS NULL
    THEN num_nulls(email, locale, guest_token_hash) = 0
    ELSE num_nonnulls(email, locale, guest_token_hash) = 0 AND state <> 'pending' END),
  CONSTRAINT availability_alert_sent CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE UNIQUE INDEX availability_alert_of_customer ON availability_alert (customer_id, variant_id) WHERE state <> 'sent';
CREATE UNIQUE INDEX availability_alert_of_guest ON availability_alert (email, variant_id) WHERE state <> 'sent';
CREATE INDEX availability_alert_customer ON availability_alert (customer_id, created_at DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX availability_alert_email ON availability_alert (email) WHERE email IS NOT NULL;
CREATE INDEX availability_alert_token ON availability_alert (guest_token_hash) WHERE guest_token_hash IS NOT NULL;
/* Who is next of a format, and how many were told lately. */
CREATE INDEX availability_alert_waiting ON availability_alert (variant_id, created_at, id) WHERE state = 'active';
CREATE INDEX availability_alert_sent ON availability_alert (variant_id, sent_at) WHERE state = 'sent';
