/* A ticket is a customer's or a guest's, who has it by the mailed link. Once a customer adopts it, what it says of the
   guest is gone but for the link, which leads to the customer's ticket from then on. */
ALTER TABLE ticket
  ALTER COLUMN customer_id DROP NOT NULL,
  ADD COLUMN guest_name text,
  ADD COLUMN guest_email text,
  ADD COLUMN guest_locale text,
  ADD COLUMN guest_token_hash bytea CONSTRAINT ticket_guest_token UNIQUE,
  ADD CONSTRAINT ticket_owner CHECK (CASE WHEN customer_id IS NULL
    THEN num_nulls(guest_name, guest_email, guest_locale, guest_token_hash) = 0
    ELSE num_nonnulls(guest_name, guest_email, guest_locale) = 0 END);
CREATE INDEX ticket_guest_email ON ticket (guest_email) WHERE guest_email IS NOT NULL;
