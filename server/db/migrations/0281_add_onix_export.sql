/* Who this shop is as a sender of ONIX messages, in one row: its own messages are known by `id`, and their numbers grow. */
CREATE TABLE onix_sender (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  last_message_number integer NOT NULL DEFAULT 0,
  is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only)
);
INSERT INTO onix_sender DEFAULT VALUES;

/* When what an export writes of a row changed last, whoever changes it. */
ALTER TABLE variant ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

CREATE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW IS DISTINCT FROM OLD THEN NEW.updated_at := now(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER product_set_updated_at BEFORE UPDATE ON product FOR EACH ROW EXECUTE FUNCTION set_updated_at();

CREATE FUNCTION set_variant_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  /* Generated columns have no value yet; PostgreSQL computes them after this trigger. */
  NEW.is_screen_reader_friendly := OLD.is_screen_reader_friendly;
  IF NEW IS DISTINCT FROM OLD THEN NEW.updated_at := now(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER variant_set_updated_at BEFORE UPDATE ON variant FOR EACH ROW EXECUTE FUNCTION set_variant_updated_at();

/* What belongs to a product changes it too. A statement of an import that wrote the product as well finds nothing to do. */
CREATE FUNCTION set_updated_at_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product SET updated_at = now() WHERE id IN (SELECT product_id FROM changed) AND updated_at < now();
  RETURN NULL;
END $$;

DO $$
DECLARE
  child text;
BEGIN
  FOREACH child IN ARRAY ARRAY['product_contributor', 'product_subject', 'product_series', 'product_work'] LOOP
    EXECUTE format('CREATE TRIGGER %1$s_set_updated_at_added AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION set_updated_at_of_products()', child);
    EXECUTE format('CREATE TRIGGER %1$s_set_updated_at_updated AFTER UPDATE ON %1$s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION set_updated_at_of_products()', child);
    EXECUTE format('CREATE TRIGGER %1$s_set_updated_at_deleted AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION set_updated_at_of_products()', child);
  END LOOP;
END $$;

/* A name, a biography or an identifier of a person is in the records of all their books. */
CREATE FUNCTION set_updated_at_of_contributed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product SET updated_at = now() WHERE updated_at < now()
    AND id IN (SELECT product_id FROM product_contributor WHERE contributor_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER contributor_set_updated_at AFTER UPDATE ON contributor FOR EACH ROW
  WHEN ((OLD.name, OLD.biography, OLD.isni, OLD.orcid) IS DISTINCT FROM (NEW.name, NEW.biography, NEW.isni, NEW.orcid))
  EXECUTE FUNCTION set_updated_at_of_contributed();
