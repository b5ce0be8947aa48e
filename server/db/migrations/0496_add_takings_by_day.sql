/* What came in and was refunded on each day in Malaysia, by method, in sen, kept with the ledger. The trigger runs at the commit: the rows
   of today, which every payment changes, are locked for no longer than that. */
CREATE TABLE takings_day (
  day date NOT NULL,
  method text NOT NULL,
  received bigint NOT NULL,
  refunded bigint NOT NULL,
  payments integer NOT NULL,
  PRIMARY KEY (day, method)
) WITH (fillfactor = 50);

CREATE FUNCTION count_takings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO takings_day AS counted (day, method, received, refunded, payments)
    VALUES ((NEW.at AT TIME ZONE 'Asia/Kuala_Lumpur')::date, NEW.method, CASE NEW.kind WHEN 'refund' THEN 0 ELSE -NEW.amount END,
      CASE NEW.kind WHEN 'refund' THEN -NEW.amount ELSE 0 END, (NEW.kind = 'payment')::integer)
    ON CONFLICT (day, method) DO UPDATE SET received = counted.received + excluded.received,
      refunded = counted.refunded + excluded.refunded, payments = counted.payments + excluded.payments;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ledger_entry_count_takings AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('payment', 'refund') OR (NEW.kind = 'payout' AND NEW.refund_id IS NULL)) EXECUTE FUNCTION count_takings();

INSERT INTO takings_day (day, method, received, refunded, payments)
  SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date, method, coalesce(-sum(amount) FILTER (WHERE kind <> 'refund'), 0),
    coalesce(-sum(amount) FILTER (WHERE kind = 'refund'), 0), count(*) FILTER (WHERE kind = 'payment')
  FROM ledger_entry WHERE kind IN ('payment', 'refund') OR (kind = 'payout' AND refund_id IS NULL) GROUP BY 1, 2;
