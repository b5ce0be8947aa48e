/* How many listed titles stand below each subject, counted after imports and each night: counting a million takes seconds. */
CREATE TABLE subject_count (
  code text PRIMARY KEY,
  titles integer NOT NULL
);
INSERT INTO subject_count (code, titles)
  SELECT code, count(*) FROM search_entry, unnest(subjects) AS code GROUP BY code;
