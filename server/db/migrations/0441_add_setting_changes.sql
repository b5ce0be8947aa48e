/* Every change of what staff set: a setting of the shop, a delivery zone, the dispatch calendar. The newest version of a name
   counts; null is what was not set, or is not any more. */
CREATE TABLE setting_change (
  name text NOT NULL CHECK (name <> ''),
  version integer NOT NULL CHECK (version > 0),
  before jsonb,
  after jsonb,
  actor text NOT NULL CHECK (actor <> ''),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, version)
);
CREATE INDEX setting_change_at ON setting_change (at, name, version);
CREATE TRIGGER setting_change_append_only BEFORE DELETE OR UPDATE ON setting_change
  FOR EACH ROW EXECUTE FUNCTION reject_change();

CREATE FUNCTION notify_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('settings_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER setting_changed AFTER INSERT ON setting_change
  FOR EACH STATEMENT EXECUTE FUNCTION notify_settings();
