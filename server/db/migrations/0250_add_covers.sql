/* Pictures in the object storage, and which variant has which as its cover. */
CREATE TABLE cover_image (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{16}$'),
  width smallint NOT NULL CHECK (width > 0),
  height smallint NOT NULL CHECK (height > 0),
  color text NOT NULL CHECK (color ~ '^[0-9a-f]{6}$'),
  used_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE cover (
  variant_id integer PRIMARY KEY REFERENCES variant ON DELETE CASCADE,
  image_hash text NOT NULL REFERENCES cover_image,
  origin text NOT NULL CHECK (origin IN ('staff', 'folder', 'feed')),
  set_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX cover_image_hash ON cover (image_hash);

/* A product shows the cover of its first variant that has one. */
CREATE FUNCTION notify_product_of_cover() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_product integer := (SELECT product_id FROM variant WHERE id = coalesce(NEW.variant_id, OLD.variant_id));
BEGIN
  /* A cover that goes with its variant is told by that. */
  IF changed_product IS NULL THEN RETURN NULL; END IF;
  INSERT INTO product_change (product_id) VALUES (changed_product) ON CONFLICT DO NOTHING;
  PERFORM pg_notify('product_changed', product_id::text) FROM search_entry WHERE product_id = changed_product;
  RETURN NULL;
END $$;
CREATE TRIGGER cover_notify_added AFTER INSERT OR DELETE ON cover FOR EACH ROW EXECUTE FUNCTION notify_product_of_cover();
CREATE TRIGGER cover_notify_updated AFTER UPDATE ON cover FOR EACH ROW
  WHEN (OLD.image_hash IS DISTINCT FROM NEW.image_hash) EXECUTE FUNCTION notify_product_of_cover();

/* Its files are deleted a while after the last cover that used it. */
CREATE FUNCTION touch_cover_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cover_image SET used_at = now() WHERE hash = OLD.image_hash;
  RETURN NULL;
END $$;
CREATE TRIGGER cover_touch_image AFTER UPDATE OR DELETE ON cover FOR EACH ROW EXECUTE FUNCTION touch_cover_image();
