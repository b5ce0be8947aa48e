/* What an import adds to these indexes waits in a list that every book page read from end to end, up to 4 MB of it. It holds 64 kB now. */
ALTER INDEX search_entry_subjects SET (gin_pending_list_limit = 64);
ALTER INDEX search_entry_authors SET (gin_pending_list_limit = 64);
ALTER INDEX search_entry_series SET (gin_pending_list_limit = 64);
SELECT gin_clean_pending_list('search_entry_subjects'), gin_clean_pending_list('search_entry_authors'),
  gin_clean_pending_list('search_entry_series');
