/* Pictures of contributors: the id in their paths and in the names of their files, and the hash of the file they were made from. */
ALTER TABLE contributor
  ADD COLUMN portrait_id uuid,
  ADD COLUMN portrait_hash text,
  ADD COLUMN portrait_alt text NOT NULL DEFAULT '',
  ADD COLUMN portrait_credit text NOT NULL DEFAULT '',
  ADD CONSTRAINT contributor_portrait CHECK (
    num_nulls(portrait_id, portrait_hash) = 0
    OR (num_nulls(portrait_id, portrait_hash) = 2 AND portrait_alt = '' AND portrait_credit = '')
  );
CREATE UNIQUE INDEX contributor_portrait_id ON contributor (portrait_id) WHERE portrait_id IS NOT NULL;

DROP TRIGGER contributor_notify_updated ON contributor;
CREATE TRIGGER contributor_notify_updated AFTER UPDATE ON contributor FOR EACH ROW
  WHEN ((OLD.name, OLD.slug, OLD.biography, OLD.portrait_id, OLD.portrait_alt, OLD.portrait_credit)
    IS DISTINCT FROM (NEW.name, NEW.slug, NEW.biography, NEW.portrait_id, NEW.portrait_alt, NEW.portrait_credit))
  EXECUTE FUNCTION notify_products_of_contributor();
