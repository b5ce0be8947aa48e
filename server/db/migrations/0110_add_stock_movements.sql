/* Every change of stock is a movement: `variant.stock` is their sum. `as_of` is the time at which a count was true. */

CREATE TABLE stock_movement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  variant_id integer NOT NULL REFERENCES variant,
  quantity integer NOT NULL CHECK (quantity <> 0),
  reason text NOT NULL CHECK (reason IN ('received', 'adjusted', 'counted', 'sold', 'released', 'returned')),
  /* Stock is reserved before the order's row is written. */
  order_id uuid REFERENCES "order" DEFERRABLE INITIALLY DEFERRED,
  reference text,
  actor text NOT NULL,
  as_of timestamptz,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT stock_movement_order CHECK ((reason IN ('sold', 'released', 'returned')) = (order_id IS NOT NULL)),
  CONSTRAINT stock_movement_count CHECK ((reason = 'counted') = (as_of IS NOT NULL))
);
CREATE INDEX stock_movement_variant ON stock_movement (variant_id, at);

/* What stood on the shelf before, then what every order took and gave back, at its time. */
INSERT INTO stock_movement (variant_id, quantity, reason, actor, as_of, at)
  SELECT v.id, v.loaded, 'counted', 'shop', p.created_at, p.created_at
  FROM variant v JOIN product p ON p.id = v.product_id WHERE v.loaded > 0 ORDER BY v.id;
INSERT INTO stock_movement (variant_id, quantity, reason, order_id, actor, at)
  SELECT variant_id, quantity, reason, order_id, actor, at FROM (
    SELECT l.variant_id, -l.qty AS quantity, 'sold' AS reason, o.id AS order_id, 'customer' AS actor, o.placed_at AS at
      FROM "order" o JOIN order_line l ON l.order_id = o.id
    UNION ALL
    SELECT l.variant_id, l.qty, 'released', o.id, coalesce(m.actor, 'shop'), coalesce(m.at, o.placed_at)
      FROM "order" o JOIN order_line l ON l.order_id = o.id
      LEFT JOIN order_move m ON m.order_id = o.id AND m.state = 'cancelled'
      WHERE o.state = 'cancelled' AND NOT EXISTS (SELECT FROM refund r WHERE r.order_id = o.id AND r.state <> 'declined')
    UNION ALL
    SELECT l.variant_id, b.restocked, 'returned', r.order_id, coalesce(m.actor, 'shop'), coalesce(m.at, r.requested_at)
      FROM refund_line b JOIN refund r ON r.id = b.refund_id JOIN order_line l ON l.id = b.order_line_id
      LEFT JOIN refund_move m ON m.refund_id = r.id AND m.state = 'approved'
      WHERE b.restocked > 0) AS moved
  ORDER BY at;

ALTER TABLE variant DROP COLUMN loaded;

CREATE TRIGGER stock_movement_only_grows BEFORE DELETE OR UPDATE ON stock_movement
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
