/* Titles with an edition that works with a screen reader. */
ALTER TABLE search_entry ADD COLUMN is_screen_reader_friendly boolean NOT NULL DEFAULT false;
UPDATE search_entry SET is_screen_reader_friendly = true
  WHERE product_id IN (SELECT product_id FROM variant WHERE is_screen_reader_friendly AND is_listed);
CREATE INDEX search_entry_screen_reader ON search_entry (popularity DESC, product_id) WHERE is_screen_reader_friendly;
