CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE product (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_key text NOT NULL CONSTRAINT product_work_key UNIQUE,
  slug text NOT NULL,
  title text NOT NULL CHECK (title <> ''),
  subtitle text NOT NULL DEFAULT '',
  title_sort text NOT NULL,
  language text NOT NULL,
  description text NOT NULL DEFAULT '',
  published text CHECK (published ~ '^\d{4}(-\d{2}){0,2}$'),
  publisher text NOT NULL DEFAULT '',
  imprint text NOT NULL DEFAULT '',
  popularity integer NOT NULL DEFAULT 0,
  is_listed boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE variant (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product,
  format text NOT NULL,
  isbn text CONSTRAINT variant_isbn UNIQUE CHECK (isbn ~ '^\d{13}$'),
  list_price bigint NOT NULL CHECK (list_price > 0 AND list_price <= 99999999),
  member_price bigint NOT NULL CHECK (member_price > 0),
  stock integer NOT NULL DEFAULT 0 CONSTRAINT variant_stock_not_negative CHECK (stock >= 0),
  loaded integer NOT NULL DEFAULT 0 CHECK (loaded >= 0),
  pages integer CHECK (pages > 0),
  published text CHECK (published ~ '^\d{4}(-\d{2}){0,2}$'),
  is_listed boolean NOT NULL DEFAULT true,
  CHECK (member_price <= list_price)
);
CREATE INDEX variant_product ON variant (product_id);

CREATE TABLE contributor (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL CONSTRAINT contributor_slug UNIQUE,
  name text NOT NULL CHECK (name <> ''),
  name_sort text NOT NULL
);
CREATE INDEX contributor_words ON contributor USING gin (name_sort gin_trgm_ops);

CREATE TABLE product_contributor (
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  contributor_id integer NOT NULL REFERENCES contributor,
  role text NOT NULL,
  position smallint NOT NULL,
  PRIMARY KEY (product_id, contributor_id, role)
);
CREATE INDEX product_contributor_contributor ON product_contributor (contributor_id);

CREATE TABLE series (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL CONSTRAINT series_slug UNIQUE,
  name text NOT NULL CHECK (name <> '')
);

CREATE TABLE product_series (
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  series_id integer NOT NULL REFERENCES series,
  number text,
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (product_id, series_id)
);
CREATE INDEX product_series_series ON product_series (series_id, position);

CREATE TABLE product_subject (
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  code text NOT NULL,
  shelf text,
  position smallint NOT NULL,
  PRIMARY KEY (product_id, code)
);
CREATE INDEX product_subject_shelf ON product_subject (shelf, product_id);

CREATE TABLE search_entry (
  product_id integer PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  document tsvector NOT NULL,
  words text NOT NULL,
  title_sort text NOT NULL,
  popularity integer NOT NULL,
  published text NOT NULL,
  list_price bigint NOT NULL,
  available boolean NOT NULL,
  language text NOT NULL,
  publisher text NOT NULL,
  subjects text[] NOT NULL,
  formats text[] NOT NULL,
  authors text[] NOT NULL,
  series text[] NOT NULL
);
CREATE INDEX search_entry_document ON search_entry USING gin (document);
CREATE INDEX search_entry_words ON search_entry USING gin (words gin_trgm_ops);
CREATE INDEX search_entry_subjects ON search_entry USING gin (subjects);
CREATE INDEX search_entry_authors ON search_entry USING gin (authors);
CREATE INDEX search_entry_series ON search_entry USING gin (series);
CREATE INDEX search_entry_title ON search_entry (title_sort text_pattern_ops, product_id);
CREATE INDEX search_entry_popularity ON search_entry (popularity DESC, product_id);
CREATE INDEX search_entry_published ON search_entry (published DESC, product_id);
CREATE INDEX search_entry_price ON search_entry (list_price, product_id);

/* A title is available while any listed format has copies; only the first and the last copy change that. */
CREATE FUNCTION follow_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  /* Whoever waits here sees, in the next statement, what the other took. */
  PERFORM FROM search_entry WHERE product_id = NEW.product_id FOR UPDATE;
  UPDATE search_entry SET available = EXISTS
    (SELECT FROM variant WHERE product_id = NEW.product_id AND is_listed AND stock > 0)
  WHERE product_id = NEW.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER variant_availability AFTER UPDATE OF stock ON variant FOR EACH ROW
  WHEN ((OLD.stock > 0) <> (NEW.stock > 0)) EXECUTE FUNCTION follow_stock();

/* Cached pages of a title are dropped when what they say changes: prices, the last few copies, its being listed. */
CREATE FUNCTION tell_title_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('title_changed', NEW.product_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER variant_told AFTER UPDATE ON variant FOR EACH ROW
  WHEN (least(OLD.stock, 4) <> least(NEW.stock, 4) OR OLD.list_price <> NEW.list_price
    OR OLD.member_price <> NEW.member_price OR OLD.is_listed <> NEW.is_listed)
  EXECUTE FUNCTION tell_title_changed();

CREATE TABLE search_word (
  word text PRIMARY KEY,
  titles integer NOT NULL
);
CREATE INDEX search_word_trigrams ON search_word USING gin (word gin_trgm_ops);

CREATE TABLE customer (
  id uuid PRIMARY KEY,
  email text NOT NULL CONSTRAINT customer_email UNIQUE CHECK (email = lower(email)),
  username text CONSTRAINT customer_username UNIQUE CHECK (username = lower(username)),
  display_name text NOT NULL,
  password_hash text,
  provider_id text NOT NULL DEFAULT 'password',
  photo_url text,
  phone text,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'fa', 'de', 'fr', 'pt')),
  theme text NOT NULL DEFAULT 'light' CHECK (theme IN ('light', 'dark', 'system')),
  user_role text NOT NULL DEFAULT 'admin' CHECK (user_role IN ('admin', 'editor')),
  marketing boolean NOT NULL DEFAULT false,
  is_staff boolean NOT NULL DEFAULT false,
  activated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE mailed_link (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('activate', 'reset')),
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  spent_at timestamptz
);
CREATE INDEX mailed_link_customer ON mailed_link (customer_id, purpose);

CREATE TABLE session (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  generation integer NOT NULL DEFAULT 1,
  siblings integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  rotated_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  cookie_hash bytea NOT NULL,
  is_bound boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  end_reason text,
  user_agent text NOT NULL,
  ip text NOT NULL
);
CREATE INDEX session_customer ON session (customer_id);

CREATE TABLE session_token (
  hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  generation integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_token_session ON session_token (session_id);

CREATE TABLE address (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  name text NOT NULL,
  phone text NOT NULL,
  line1 text NOT NULL,
  line2 text,
  city text NOT NULL,
  state text NOT NULL,
  zip text NOT NULL CHECK (zip ~ '^\d{5}$'),
  country text NOT NULL DEFAULT 'MY' CHECK (country = 'MY'),
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX address_customer ON address (customer_id, created_at DESC);
CREATE UNIQUE INDEX address_one_default ON address (customer_id) WHERE is_default;

CREATE TABLE wish (
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product,
  price_then bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, product_id)
);

CREATE TABLE coupon (
  id uuid PRIMARY KEY,
  code text NOT NULL CONSTRAINT coupon_code UNIQUE CHECK (code = upper(code)),
  value_type smallint NOT NULL CHECK (value_type IN (1, 2)),
  value bigint NOT NULL CHECK (value >= 0 AND (value_type <> 1 OR value <= 10000)),
  subject text,
  minimum_total bigint NOT NULL DEFAULT 0 CHECK (minimum_total >= 0),
  max_uses integer CHECK (max_uses >= 0),
  max_uses_per_customer integer CHECK (max_uses_per_customer >= 0),
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  starts_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz,
  CONSTRAINT coupon_not_overused CHECK (max_uses IS NULL OR used <= max_uses)
);

CREATE TABLE coupon_use (
  coupon_id uuid NOT NULL REFERENCES coupon,
  customer_key text NOT NULL,
  used integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (coupon_id, customer_key)
);

CREATE SEQUENCE order_number START 100001;

CREATE TABLE "order" (
  id uuid PRIMARY KEY,
  number text NOT NULL CONSTRAINT order_number_key UNIQUE DEFAULT 'BK-' || nextval('order_number'),
  customer_id uuid REFERENCES customer,
  email text NOT NULL,
  locale text NOT NULL,
  state text NOT NULL DEFAULT 'placed'
    CHECK (state IN ('placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled')),
  placed_at timestamptz NOT NULL DEFAULT now(),
  total bigint NOT NULL CHECK (total >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  pro_discount bigint NOT NULL CHECK (pro_discount >= 0),
  shipping bigint NOT NULL CHECK (shipping >= 0),
  payable bigint NOT NULL CHECK (payable >= 0),
  coupon_code text,
  payment_method text NOT NULL,
  address jsonb NOT NULL,
  guest_token_hash bytea CONSTRAINT order_guest_token UNIQUE,
  CONSTRAINT order_adds_up CHECK (payable = total - discount - pro_discount + shipping)
);
CREATE INDEX order_customer ON "order" (customer_id, id DESC);
CREATE INDEX order_guest_email ON "order" (email) WHERE customer_id IS NULL;

CREATE TABLE order_line (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES "order",
  position smallint NOT NULL,
  product_id integer NOT NULL REFERENCES product,
  variant_id integer NOT NULL REFERENCES variant,
  title text NOT NULL,
  language text NOT NULL,
  format text NOT NULL,
  isbn text,
  cover text NOT NULL,
  qty integer NOT NULL CHECK (qty BETWEEN 1 AND 999),
  list_price bigint NOT NULL CHECK (list_price >= 0),
  unit_price bigint NOT NULL CHECK (unit_price BETWEEN 0 AND list_price),
  promo bigint NOT NULL CHECK (promo BETWEEN 0 AND unit_price * qty),
  UNIQUE (order_id, position)
);
CREATE INDEX order_line_variant ON order_line (variant_id);

CREATE TABLE order_move (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES "order",
  state text NOT NULL,
  actor text NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_move_order ON order_move (order_id, id);

CREATE TABLE shipment (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES "order",
  carrier text NOT NULL,
  tracking text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX shipment_order ON shipment (order_id);

CREATE TABLE coupon_redemption (
  order_id uuid PRIMARY KEY REFERENCES "order",
  coupon_id uuid NOT NULL REFERENCES coupon,
  customer_key text NOT NULL
);
CREATE INDEX coupon_redemption_coupon ON coupon_redemption (coupon_id, customer_key);

CREATE TABLE ledger_entry (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES "order",
  customer_id uuid REFERENCES customer,
  kind text NOT NULL CHECK (kind IN ('charge', 'payment', 'reversal', 'refund')),
  method text NOT NULL,
  amount bigint NOT NULL CHECK (CASE WHEN kind = 'charge' THEN amount >= 0 ELSE amount <= 0 END),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ledger_entry_order ON ledger_entry (order_id);
CREATE INDEX ledger_entry_customer ON ledger_entry (customer_id, id DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

/* Adopting a guest's orders sets the customer of their entries; nothing else may ever change. */
CREATE TRIGGER ledger_entry_only_grows BEFORE DELETE OR UPDATE OF id, order_id, kind, method, amount, at
  ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE idempotency (
  scope text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);

CREATE TABLE mail (
  id uuid PRIMARY KEY,
  message_id text NOT NULL UNIQUE,
  recipient text NOT NULL,
  kind text NOT NULL,
  locale text NOT NULL,
  facts jsonb NOT NULL,
  order_id uuid REFERENCES "order",
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  parked_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  last_error text
);
CREATE INDEX mail_waiting ON mail (created_at) WHERE sent_at IS NULL;
CREATE INDEX mail_recipient ON mail (recipient, kind, created_at);
CREATE INDEX mail_order ON mail (order_id);

CREATE SEQUENCE ticket_number START 5001;

CREATE TABLE ticket (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE DEFAULT 'T-' || nextval('ticket_number'),
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  order_id uuid REFERENCES "order",
  subject text NOT NULL CHECK (subject <> ''),
  category text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  is_unread boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ticket_customer ON ticket (customer_id, updated_at DESC);

CREATE TABLE ticket_reply (
  id uuid PRIMARY KEY,
  ticket_id uuid NOT NULL REFERENCES ticket ON DELETE CASCADE,
  author text NOT NULL CHECK (author IN ('customer', 'staff')),
  name text NOT NULL,
  message text NOT NULL CHECK (message <> ''),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ticket_reply_ticket ON ticket_reply (ticket_id, id);

/* Unlogged: a crash may forget counters, and counting never waits for the disk. */
CREATE UNLOGGED TABLE rate_counter (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);
