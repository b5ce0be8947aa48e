/* Where the shop delivers to and for how much; it begins with the zones of the specification (section 9). */

CREATE TABLE delivery_zone (
  name text PRIMARY KEY CHECK (name <> ''),
  cost bigint NOT NULL CHECK (cost >= 0),
  free_from bigint NOT NULL CHECK (free_from >= 0),
  states text[] NOT NULL
);

CREATE TABLE delivery_zone_range (
  zone text NOT NULL REFERENCES delivery_zone ON DELETE CASCADE,
  first_code integer NOT NULL CHECK (first_code BETWEEN 0 AND 99999),
  last_code integer NOT NULL CHECK (last_code BETWEEN first_code AND 99999),
  PRIMARY KEY (zone, first_code),
  CONSTRAINT delivery_zone_range_apart EXCLUDE USING gist (int4range(first_code, last_code, '[]') WITH &&)
);

INSERT INTO delivery_zone (name, cost, free_from, states) VALUES
  ('peninsula', 800, 13100, ARRAY['Johor', 'Kelantan', 'Melaka', 'Negeri Sembilan', 'Pahang', 'Perak', 'Pulau Pinang',
    'Selangor', 'Terengganu', 'Kuala Lumpur', 'Putrajaya']),
  ('east', 2700, 70100, ARRAY['Sabah', 'Sarawak', 'Labuan']);
INSERT INTO delivery_zone_range (zone, first_code, last_code) VALUES ('peninsula', 10000, 86900), ('east', 87000, 98859);

CREATE FUNCTION notify_delivery_zones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('delivery_zones_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER delivery_zone_changed AFTER INSERT OR UPDATE OR DELETE ON delivery_zone
  FOR EACH STATEMENT EXECUTE FUNCTION notify_delivery_zones();
CREATE TRIGGER delivery_zone_range_changed AFTER INSERT OR UPDATE OR DELETE ON delivery_zone_range
  FOR EACH STATEMENT EXECUTE FUNCTION notify_delivery_zones();
