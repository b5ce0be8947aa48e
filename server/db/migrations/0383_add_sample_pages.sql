/* Pictures of pages in the object storage, and which variant shows which as its sample, in order from 0. */
CREATE TABLE sample_image (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{16}$'),
  width smallint NOT NULL CHECK (width > 0),
  height smallint NOT NULL CHECK (height > 0),
  color text NOT NULL CHECK (color ~ '^[0-9a-f]{6}$'),
  used_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sample_page (
  variant_id integer NOT NULL REFERENCES variant ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 19),
  image_hash text NOT NULL REFERENCES sample_image,
  PRIMARY KEY (variant_id, position)
);
CREATE INDEX sample_page_image_hash ON sample_page (image_hash);

/* Pages of the product in caches are dropped, once for a whole set; searches and feeds show no sample. */
CREATE FUNCTION notify_products_of_samples() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('product_changed', product_id::text) FROM search_entry
    WHERE product_id IN (SELECT product_id FROM variant WHERE id IN (SELECT variant_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER sample_page_notify_added AFTER INSERT ON sample_page REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_of_samples();
CREATE TRIGGER sample_page_notify_removed AFTER DELETE ON sample_page REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_of_samples();

/* Their files are deleted a while after the last page that used them. */
CREATE FUNCTION touch_sample_images() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sample_image SET used_at = now() WHERE hash IN (SELECT image_hash FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER sample_page_touch_images AFTER DELETE ON sample_page REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION touch_sample_images();
