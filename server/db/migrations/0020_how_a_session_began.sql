/* How its customer came in: 'password', or the identity provider's name, where logging out ends the sign-in too. */
ALTER TABLE session ADD COLUMN provider_id text NOT NULL DEFAULT 'password';
