/* Nothing was ever sent by this consent. */
ALTER TABLE customer DROP COLUMN marketing;
