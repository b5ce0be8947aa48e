/* Who was invited by email to work in the back office; its link is known by the hash of its token. */
CREATE TABLE staff_invitation (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'fulfilment', 'support', 'catalogue')),
  locale text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  inviter_id uuid REFERENCES customer ON DELETE CASCADE,
  inviter text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  accepted_at timestamptz,
  customer_id uuid REFERENCES customer ON DELETE CASCADE,
  CHECK (revoked_at IS NULL OR accepted_at IS NULL)
);
CREATE UNIQUE INDEX staff_invitation_open ON staff_invitation (email)
  WHERE revoked_at IS NULL AND accepted_at IS NULL;
CREATE INDEX staff_invitation_email ON staff_invitation (email);
CREATE INDEX staff_invitation_inviter ON staff_invitation (inviter_id) WHERE inviter_id IS NOT NULL;
CREATE INDEX staff_invitation_customer ON staff_invitation (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX staff_invitation_expires ON staff_invitation (expires_at);
