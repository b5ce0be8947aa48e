/* Every batch of an import asks these indexes for its own records: a list of entries that are still to be sorted in would be
   read from end to end each time. */
ALTER INDEX onix_record_identifiers SET (fastupdate = off);
ALTER INDEX onix_record_works SET (fastupdate = off);
ALTER INDEX onix_record_related SET (fastupdate = off);

/* Compressing records with lz4 takes a fraction of the time, where PostgreSQL was built with it. */
DO $$
BEGIN
  IF (SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression') THEN
    ALTER TABLE onix_record ALTER COLUMN data SET COMPRESSION lz4;
  END IF;
END $$;
