/* The day on which what a record offers changes by itself; a job looks at the record then. Those that name a day of this year or
   a later one are looked at once, after the next start. */
ALTER TABLE onix_record ADD COLUMN next_change_on date;

UPDATE onix_record SET next_change_on = current_date
  FROM (SELECT jsonb_build_object('year', to_char(now(), 'YYYY')) AS vars) AS this
  WHERE deleted_at IS NULL
    AND (jsonb_path_exists(data, '$.supply[*].prices[*] ? (@.from >= $year || @.until >= $year)', vars)
      OR jsonb_path_exists(data, '$.publishing.dates[*] ? ((@.role == "01" || @.role == "02") && @.date >= $year)', vars));

CREATE INDEX onix_record_next_change ON onix_record (next_change_on, id) WHERE deleted_at IS NULL;
