/* Every version of what booksellers write: the shop's pages, its announcements and menus. It only grows; of each name the newest
   version is what is worked on, and the newest that is no draft is what readers see. */
CREATE TABLE content_version (
  kind text NOT NULL CHECK (kind IN ('page', 'announcements', 'menus')),
  name text NOT NULL CHECK (name <> ''),
  version integer NOT NULL CHECK (version > 0),
  status text NOT NULL CHECK (status IN ('draft', 'published', 'unpublished')),
  content jsonb CHECK (jsonb_typeof(content) = 'object'),
  rendered jsonb CHECK (jsonb_typeof(rendered) = 'object'),
  actor text NOT NULL CHECK (actor <> ''),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, name, version),
  CHECK (rendered IS NULL OR status = 'published')
);
CREATE INDEX content_version_shown ON content_version (kind, name, version) WHERE status <> 'draft';
CREATE TRIGGER content_version_append_only BEFORE DELETE OR UPDATE ON content_version
  FOR EACH ROW EXECUTE FUNCTION reject_change();

CREATE FUNCTION notify_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('content_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER content_changed AFTER INSERT ON content_version
  FOR EACH ROW WHEN (NEW.status <> 'draft') EXECUTE FUNCTION notify_content();
