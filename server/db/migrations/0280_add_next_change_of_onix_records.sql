/* The day on which what a record offers changes by itself; a job looks at the record then. Those that name a day in a price or
   an embargo are looked at once, after the next start. */
ALTER TABLE onix_record ADD COLUMN next_change_on date;

UPDATE onix_record SET next_change_on = current_date
  WHERE deleted_at IS NULL AND (jsonb_path_exists(data, '$.supply[*].prices[*] ? (@.from <> null || @.until <> null)')
    OR jsonb_path_exists(data, '$.publishing.dates[*] ? (@.role == "01" || @.role == "02")'));

CREATE INDEX onix_record_next_change ON onix_record (next_change_on, id) WHERE deleted_at IS NULL;
