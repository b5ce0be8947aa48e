/* When the customer of a session last proved who they are: at the sign-in, and since then where a change asked for it. The
   sessions that there are prove it anew. */
ALTER TABLE session ADD COLUMN proven_at timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE session ALTER COLUMN proven_at SET DEFAULT now();
