CREATE TABLE review (
  id uuid PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product (id),
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text text NOT NULL CHECK (text <> ''),
  language text NOT NULL,
  has_spoilers boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'published' CHECK (state IN ('published', 'hidden', 'resubmitted')),
  hidden_reason text,
  helpful integer NOT NULL DEFAULT 0 CHECK (helpful >= 0),
  reply text,
  replied_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  CONSTRAINT review_one_each UNIQUE (customer_id, product_id),
  CHECK ((state = 'published') = (hidden_reason IS NULL)),
  CHECK ((reply IS NULL) = (replied_at IS NULL))
);
CREATE INDEX review_newest ON review (product_id, created_at DESC, id DESC) WHERE state = 'published';
CREATE INDEX review_most_helpful ON review (product_id, helpful DESC, created_at DESC, id DESC) WHERE state = 'published';
CREATE INDEX review_latest ON review (created_at DESC, id DESC);
CREATE INDEX review_unpublished ON review (state, created_at DESC, id DESC) WHERE state <> 'published';

CREATE TABLE review_event (
  id uuid PRIMARY KEY,
  review_id uuid NOT NULL REFERENCES review (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('published', 'hidden', 'resubmitted')),
  actor text NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX review_event_review ON review_event (review_id, at);

CREATE TABLE review_vote (
  review_id uuid NOT NULL REFERENCES review (id) ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (review_id, customer_id)
);
CREATE INDEX review_vote_customer ON review_vote (customer_id);

CREATE TABLE review_report (
  review_id uuid NOT NULL REFERENCES review (id) ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  reason text NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  PRIMARY KEY (review_id, customer_id)
);
CREATE INDEX review_report_customer ON review_report (customer_id);
CREATE INDEX review_report_open ON review_report (review_id) WHERE resolved_at IS NULL;

/* How many published reviews give a title one star, two, up to five. Without a row a title has none. */
CREATE TABLE product_rating (
  product_id integer PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
  counts integer[] NOT NULL DEFAULT '{0,0,0,0,0}' CHECK (array_length(counts, 1) = 5 AND 0 <= ALL (counts)),
  count integer NOT NULL GENERATED ALWAYS AS (counts[1] + counts[2] + counts[3] + counts[4] + counts[5]) STORED,
  sum integer NOT NULL GENERATED ALWAYS AS (counts[1] + 2 * counts[2] + 3 * counts[3] + 4 * counts[4] + 5 * counts[5]) STORED
);

/* Whatever writes a review, its title is rated by the same transaction. */
CREATE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.state = 'published' THEN
    UPDATE product_rating SET counts[OLD.rating] = counts[OLD.rating] - 1 WHERE product_id = OLD.product_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.state = 'published' THEN
    INSERT INTO product_rating (product_id) VALUES (NEW.product_id) ON CONFLICT DO NOTHING;
    UPDATE product_rating SET counts[NEW.rating] = counts[NEW.rating] + 1 WHERE product_id = NEW.product_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_count_rating AFTER INSERT OR DELETE ON review FOR EACH ROW EXECUTE FUNCTION count_rating();
CREATE TRIGGER review_count_changed_rating AFTER UPDATE ON review FOR EACH ROW
  WHEN ((OLD.rating, OLD.state) IS DISTINCT FROM (NEW.rating, NEW.state)) EXECUTE FUNCTION count_rating();

CREATE FUNCTION count_helpful_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE review SET helpful = helpful + 1 WHERE id = NEW.review_id;
  ELSE
    UPDATE review SET helpful = helpful - 1 WHERE id = OLD.review_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_vote_count AFTER INSERT OR DELETE ON review_vote FOR EACH ROW EXECUTE FUNCTION count_helpful_votes();

/* The pages of a title show its rating and its reviews, but votes within the minute that pages are kept. */
CREATE TRIGGER review_notify_changed AFTER INSERT OR DELETE ON review FOR EACH ROW EXECUTE FUNCTION notify_product_changed();
CREATE TRIGGER review_notify_updated AFTER UPDATE ON review FOR EACH ROW
  WHEN ((OLD.rating, OLD.text, OLD.language, OLD.has_spoilers, OLD.state, OLD.reply)
    IS DISTINCT FROM (NEW.rating, NEW.text, NEW.language, NEW.has_spoilers, NEW.state, NEW.reply))
  EXECUTE FUNCTION notify_product_changed();

/* When the customer of a delivered order is invited to review its titles, unless they were. */
ALTER TABLE "order" ADD COLUMN review_invitation_at timestamptz;
CREATE INDEX order_review_invitation ON "order" (review_invitation_at) WHERE review_invitation_at IS NOT NULL;
ALTER TABLE customer ADD COLUMN review_invitations boolean NOT NULL DEFAULT true;
