/* Every content of the home page that was published; the newest counts, and without content the page is automatic. */

CREATE TABLE home_page (
  version integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  content jsonb CHECK (jsonb_typeof(content) = 'object'),
  actor text NOT NULL CHECK (actor <> ''),
  published_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION notify_home_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('home_page_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER home_page_changed AFTER INSERT ON home_page
  FOR EACH STATEMENT EXECUTE FUNCTION notify_home_page();
