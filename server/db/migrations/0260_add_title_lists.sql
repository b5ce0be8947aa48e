/* A publisher's imprints are found one after the other, the titles of an imprint by their popularity. */
CREATE INDEX product_imprint ON product (publisher, imprint, popularity DESC, id) WHERE imprint <> '' AND is_listed;

/* A volume without a number comes last in its series, not first. */
UPDATE product_series SET position = 2147483647 WHERE position = 0 AND (number IS NULL OR number !~ '^\s*0');
ALTER TABLE product_series ALTER COLUMN position SET DEFAULT 2147483647;
