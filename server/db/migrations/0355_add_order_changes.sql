/* What changed on an order without a new state: a pre-ordered title's date, as its customer was told. */
CREATE TABLE order_change (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES "order",
  kind text NOT NULL CHECK (kind IN ('date_moved', 'address_changed')),
  title text,
  on_sale_from text CHECK (on_sale_from ~ '^\d{4}(-\d{2}){0,2}$'),
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT order_change_title CHECK ((kind = 'date_moved') = (title IS NOT NULL))
);
CREATE INDEX order_change_order ON order_change (order_id, id);
CREATE INDEX ticket_order ON ticket (order_id) WHERE order_id IS NOT NULL;
