/* The authenticator app of a customer: a secret, encrypted with a key from AUTH_SECRET, in use once its first code was typed. A
   code belongs to a half minute; last_step is the last one whose code was used. */
CREATE TABLE totp (
  customer_id uuid PRIMARY KEY REFERENCES customer ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz
);

/* Codes for whoever has lost the app: keyed hashes, each used once. */
CREATE TABLE recovery_code (
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (customer_id, code_hash)
);
