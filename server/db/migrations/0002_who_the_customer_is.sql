/* Accounts: identities of a provider, an audit trail, limits per account, starred pages, deletion. */

/* A deleted account leaves an empty row behind: what it ordered stays, without the person. */
ALTER TABLE customer
  ADD COLUMN starred text[] NOT NULL DEFAULT '{}' CONSTRAINT customer_stars CHECK (cardinality(starred) <= 10),
  ADD COLUMN deleted_at timestamptz;

ALTER TABLE mailed_link DROP CONSTRAINT mailed_link_purpose_check,
  ADD CONSTRAINT mailed_link_purpose CHECK (purpose IN ('activate', 'reset', 'email'));

CREATE TABLE identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject),
  CONSTRAINT identity_one_per_issuer UNIQUE (customer_id, issuer)
);

CREATE TABLE spent_nonce (
  issuer text NOT NULL,
  nonce text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, nonce)
);
CREATE INDEX spent_nonce_age ON spent_nonce (expires_at);

/* Unlogged like all counters: a crash may forget them. */
CREATE UNLOGGED TABLE login_miss (
  key text PRIMARY KEY,
  misses integer NOT NULL,
  blocked_until timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);

/* Each customer's entries are a chain of hashes; those of nobody are one chain of their own. */
CREATE TABLE audit_entry (
  chain uuid NOT NULL,
  position bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  event text NOT NULL,
  actor text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}',
  ip text,
  user_agent text,
  hash bytea NOT NULL,
  PRIMARY KEY (chain, position)
);

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit ' || NEW.chain, 0));
  SELECT position, hash INTO last FROM audit_entry WHERE chain = NEW.chain ORDER BY position DESC LIMIT 1;
  NEW.position := coalesce(last.position, 0) + 1;
  NEW.hash := audit_hash(last.hash, NEW);
  RETURN NEW;
END $$;

/* Address and device stand outside the hash: deleting an account erases them. */
CREATE FUNCTION audit_hash(previous bytea, entry audit_entry) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(entry.chain, entry.position,
    extract(epoch FROM entry.at), entry.event, entry.actor, entry.facts)::text, 'UTF8'))
$$;

CREATE TRIGGER audit_entry_chained BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
CREATE TRIGGER audit_entry_only_grows BEFORE DELETE OR UPDATE OF chain, position, at, event, actor, facts, hash
  ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_only_erased BEFORE UPDATE ON audit_entry FOR EACH ROW
  WHEN (NEW.ip IS NOT NULL OR NEW.user_agent IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_kept BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
