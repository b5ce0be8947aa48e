/* What each sender said last of each of its products, by the sender's own key. A record that is not sold here (no price, no
   rights, a form that the shop does not sell) has no variant. */

CREATE TABLE onix_record (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sender text NOT NULL CHECK (sender <> ''),
  reference text NOT NULL CHECK (reference <> ''),
  sent_at timestamptz NOT NULL,
  message_number integer,
  message_hash text NOT NULL,
  position integer NOT NULL,
  data jsonb NOT NULL,
  data_hash text NOT NULL,
  isbn text CHECK (isbn ~ '^\d{13}$'),
  identifiers text[] NOT NULL,
  works text[] NOT NULL,
  related text[] NOT NULL,
  deleted_at timestamptz,
  product_id integer REFERENCES product,
  variant_id integer REFERENCES variant,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT onix_record_reference UNIQUE (sender, reference)
);
CREATE INDEX onix_record_isbn ON onix_record (isbn);
CREATE INDEX onix_record_product ON onix_record (product_id);
CREATE INDEX onix_record_variant ON onix_record (variant_id);
CREATE INDEX onix_record_identifiers ON onix_record USING gin (identifiers);
CREATE INDEX onix_record_works ON onix_record USING gin (works);
CREATE INDEX onix_record_related ON onix_record USING gin (related);
