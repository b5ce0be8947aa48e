/* What all tokens of a session have in common, as a hash: by it a token that was kept no longer is known to be an old one.
   A session from before gets its family with its next refresh. */
ALTER TABLE session ADD COLUMN family_hash bytea CONSTRAINT session_family UNIQUE;

DELETE FROM session_token t USING session s
WHERE s.id = t.session_id AND t.generation < s.generation - 1 AND t.expires_at < now();
