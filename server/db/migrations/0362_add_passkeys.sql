/* Public keys with which customers sign in without a password. A counter of zero stays zero where the authenticator has none;
   backed up are keys that several devices share. */
CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  is_backed_up boolean NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_customer ON passkey (customer_id, created_at);

/* What an authenticator is asked to sign: once, within minutes, for one purpose and, unless somebody signs in, one person. */
CREATE TABLE webauthn_challenge (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('add', 'prove', 'sign_in')),
  subject uuid,
  expires_at timestamptz NOT NULL,
  CONSTRAINT webauthn_challenge_subject CHECK ((purpose = 'sign_in') = (subject IS NULL))
);
CREATE INDEX webauthn_challenge_expiry ON webauthn_challenge (expires_at);
