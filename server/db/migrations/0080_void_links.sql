/* A mailed link that was spent proves its address; one that is only void does not. Mails to an address that a customer
   asked for and may never have proven, for a deletion to find. */

ALTER TABLE mailed_link ADD COLUMN void_at timestamptz;
UPDATE mailed_link SET void_at = spent_at, spent_at = NULL
WHERE purpose = 'email' AND spent_at IS NOT NULL AND NOT EXISTS (SELECT FROM audit_entry
  WHERE chain = customer_id AND event = 'email_changed' AND at BETWEEN spent_at AND spent_at + interval '1 minute');

CREATE INDEX mail_new_address ON mail ((facts ->> 'customerId')) WHERE kind = 'email_change';
