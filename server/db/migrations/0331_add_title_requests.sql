/* Titles that readers looked for in vain: by a customer, or by a guest, whose emailed link is known by the hash of its token.
   `key` is the ISBN, or the words as the search folds them: of each reader and key one waits. */
CREATE TABLE title_request (
  id uuid PRIMARY KEY,
  words text NOT NULL,
  key text NOT NULL,
  isbn text,
  customer_id uuid REFERENCES customer ON DELETE CASCADE,
  email text,
  locale text,
  guest_token_hash bytea,
  state text NOT NULL CHECK (state IN ('pending', 'open', 'answered', 'fulfilled')),
  answer text,
  product_id integer REFERENCES product,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT title_request_owner CHECK (CASE WHEN customer_id IS NULL
    THEN num_nulls(email, locale, guest_token_hash) = 0
    ELSE num_nonnulls(email, locale, guest_token_hash) = 0 AND state <> 'pending' END),
  CONSTRAINT title_request_fulfilled CHECK ((state = 'fulfilled') = (product_id IS NOT NULL)),
  CONSTRAINT title_request_answered CHECK (state <> 'answered' OR answer IS NOT NULL)
);
CREATE UNIQUE INDEX title_request_of_customer ON title_request (customer_id, key) WHERE state <> 'fulfilled';
CREATE UNIQUE INDEX title_request_of_guest ON title_request (email, key) WHERE state <> 'fulfilled';
CREATE INDEX title_request_email ON title_request (email) WHERE email IS NOT NULL;
CREATE INDEX title_request_token ON title_request (guest_token_hash) WHERE guest_token_hash IS NOT NULL;
/* Which of them came in, and what the shop lists. */
CREATE INDEX title_request_isbn ON title_request (isbn) WHERE isbn IS NOT NULL AND state IN ('open', 'answered');
CREATE INDEX title_request_state ON title_request (state, id);
