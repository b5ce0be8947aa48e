/* Refunds, moves of tickets, explained prices, a chained ledger. */

CREATE TABLE refund (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES "order",
  customer_id uuid REFERENCES customer,
  state text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'approved', 'paid_out', 'declined')),
  reason text NOT NULL,
  note text,
  goods bigint NOT NULL CHECK (goods >= 0),
  shipping bigint NOT NULL CHECK (shipping >= 0),
  amount bigint NOT NULL CHECK (amount = goods + shipping),
  requested_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX refund_order ON refund (order_id, id);
CREATE INDEX refund_customer ON refund (customer_id, id DESC);
CREATE INDEX refund_at_work ON refund (id) WHERE state IN ('requested', 'approved');

CREATE TABLE refund_line (
  refund_id uuid NOT NULL REFERENCES refund,
  order_line_id uuid NOT NULL REFERENCES order_line,
  qty integer NOT NULL CHECK (qty BETWEEN 1 AND 999),
  amount bigint NOT NULL CHECK (amount >= 0),
  restocked integer NOT NULL DEFAULT 0 CHECK (restocked BETWEEN 0 AND qty),
  PRIMARY KEY (refund_id, order_line_id)
);
CREATE INDEX refund_line_order_line ON refund_line (order_line_id);

CREATE TABLE refund_move (
  id uuid PRIMARY KEY,
  refund_id uuid NOT NULL REFERENCES refund,
  state text NOT NULL,
  actor text NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX refund_move_refund ON refund_move (refund_id, id);

ALTER TABLE "order" ADD COLUMN explanation jsonb;

ALTER TABLE ticket
  ADD COLUMN product_id integer REFERENCES product,
  ADD COLUMN page text;

CREATE TABLE ticket_move (
  id uuid PRIMARY KEY,
  ticket_id uuid NOT NULL REFERENCES ticket ON DELETE CASCADE,
  state text NOT NULL,
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ticket_move_ticket ON ticket_move (ticket_id, id);

/* The ledger: `payout` is money that left the shop for a refund. Each order's entries are a chain of hashes. */
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_kind_check, DROP CONSTRAINT ledger_entry_check,
  ADD CONSTRAINT ledger_entry_kind CHECK (kind IN ('charge', 'payment', 'reversal', 'refund', 'payout')),
  ADD CONSTRAINT ledger_entry_sign CHECK (CASE WHEN kind IN ('charge', 'payout') THEN amount >= 0 ELSE amount <= 0 END),
  ADD COLUMN refund_id uuid REFERENCES refund,
  ADD COLUMN position integer,
  ADD COLUMN hash bytea;

CREATE FUNCTION ledger_hash(previous bytea, entry ledger_entry) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(entry.id, entry.order_id, entry.position,
    entry.kind, entry.method, entry.amount, extract(epoch FROM entry.at))::text, 'UTF8'))
$$;

/* The order's row is locked by whoever writes its ledger: of one order no two entries are written at once. */
CREATE FUNCTION chain_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  SELECT position, hash INTO last FROM ledger_entry WHERE order_id = NEW.order_id AND position IS NOT NULL
    ORDER BY position DESC LIMIT 1;
  NEW.position := coalesce(last.position, 0) + 1;
  NEW.hash := ledger_hash(last.hash, NEW);
  RETURN NEW;
END $$;

DO $$
DECLARE
  entry ledger_entry;
  last record;
BEGIN
  FOR entry IN SELECT * FROM ledger_entry ORDER BY order_id, id LOOP
    SELECT position, hash INTO last FROM ledger_entry WHERE order_id = entry.order_id AND position IS NOT NULL
      ORDER BY position DESC LIMIT 1;
    entry.position := coalesce(last.position, 0) + 1;
    UPDATE ledger_entry SET position = entry.position, hash = ledger_hash(last.hash, entry) WHERE id = entry.id;
  END LOOP;
END $$;

ALTER TABLE ledger_entry ALTER COLUMN position SET NOT NULL, ALTER COLUMN hash SET NOT NULL,
  ADD CONSTRAINT ledger_entry_position UNIQUE (order_id, position);
DROP INDEX ledger_entry_order;

/* What was paid and cancelled before refunds had rows is owed back by an approved refund of everything. */
INSERT INTO refund (id, order_id, customer_id, state, reason, goods, shipping, amount, requested_at)
  SELECT gen_random_uuid(), o.id, o.customer_id, 'approved', 'cancelled', o.payable - o.shipping, o.shipping, o.payable, l.at
  FROM "order" o JOIN ledger_entry l ON l.order_id = o.id AND l.kind = 'refund';
INSERT INTO refund_line (refund_id, order_line_id, qty, amount, restocked)
  SELECT r.id, l.id, l.qty, l.unit_price * l.qty - l.promo, l.qty FROM refund r JOIN order_line l ON l.order_id = r.order_id;
INSERT INTO refund_move (id, refund_id, state, actor, at) SELECT gen_random_uuid(), id, 'approved', 'shop', requested_at FROM refund;
UPDATE ledger_entry l SET refund_id = r.id FROM refund r WHERE r.order_id = l.order_id AND l.kind = 'refund';

CREATE TRIGGER ledger_entry_chained BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION chain_ledger_entry();
DROP TRIGGER ledger_entry_only_grows ON ledger_entry;
CREATE TRIGGER ledger_entry_only_grows
  BEFORE DELETE OR UPDATE OF id, order_id, kind, method, amount, at, refund_id, position, hash
  ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
/* A guest's entries are adopted once; an owner's never change hands. */
CREATE TRIGGER ledger_entry_keeps_owner BEFORE UPDATE OF customer_id ON ledger_entry FOR EACH ROW
  WHEN (OLD.customer_id IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_kept BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
