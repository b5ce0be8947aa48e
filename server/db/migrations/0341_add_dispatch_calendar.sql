/* When parcels leave, and how many dispatch days they take to a zone. */

ALTER TABLE delivery_zone
  ADD COLUMN transit_from smallint NOT NULL DEFAULT 2 CHECK (transit_from BETWEEN 0 AND 60),
  ADD COLUMN transit_to smallint NOT NULL DEFAULT 5 CHECK (transit_to BETWEEN 0 AND 60),
  ADD CONSTRAINT delivery_zone_transit CHECK (transit_from <= transit_to);
UPDATE delivery_zone SET transit_from = 1, transit_to = 2 WHERE name = 'peninsula';
UPDATE delivery_zone SET transit_from = 3, transit_to = 5 WHERE name = 'east';

/* One row; `cut_off` in minutes after midnight in Malaysia, holidays as days or as days of every year. */
CREATE TABLE dispatch_calendar (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  weekdays smallint[] NOT NULL CHECK (weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[] AND weekdays <> '{}'),
  cut_off smallint NOT NULL CHECK (cut_off BETWEEN 0 AND 1440),
  holidays text[] NOT NULL
);
INSERT INTO dispatch_calendar (weekdays, cut_off, holidays)
  VALUES ('{1,2,3,4,5}', 900, '{01-01,05-01,08-31,09-16,12-25}');

CREATE TRIGGER dispatch_calendar_changed AFTER INSERT OR UPDATE OR DELETE ON dispatch_calendar
  FOR EACH STATEMENT EXECUTE FUNCTION notify_delivery_zones();
