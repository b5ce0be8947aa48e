/* Movements that staff booked together: a delivery, a stocktake, copies adjusted or damaged. Its id is the client's: booked once. */
CREATE TABLE stock_entry (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('received', 'adjusted', 'damaged', 'counted')),
  /* The number of a delivery note. */
  reference text CHECK (length(reference) BETWEEN 1 AND 100),
  /* Why, in the words of whoever booked it. */
  note text CHECK (length(note) BETWEEN 1 AND 500),
  actor text NOT NULL,
  fingerprint bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT stock_entry_note CHECK (kind NOT IN ('adjusted', 'damaged') OR note IS NOT NULL)
);
CREATE TRIGGER stock_entry_append_only BEFORE DELETE OR UPDATE ON stock_entry
  FOR EACH ROW EXECUTE FUNCTION reject_change();

ALTER TABLE stock_movement ADD COLUMN entry_id uuid REFERENCES stock_entry (id);
ALTER TABLE stock_movement DROP CONSTRAINT stock_movement_reason_check;
ALTER TABLE stock_movement ADD CONSTRAINT stock_movement_reason_check
  CHECK (reason IN ('received', 'adjusted', 'damaged', 'counted', 'sold', 'released', 'returned', 'resent'));
ALTER TABLE stock_movement ADD CONSTRAINT stock_movement_damaged
  CHECK (reason <> 'damaged' OR (entry_id IS NOT NULL AND quantity < 0));

/* A page of a format's movements in the order of the ledger, with their running sum, from the index alone. */
CREATE INDEX stock_movement_ledger ON stock_movement (variant_id, id) INCLUDE (quantity);
DROP INDEX stock_movement_variant;
