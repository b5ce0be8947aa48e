/* An import's words are sorted into the index together, many batches at once; it does so at its end, too. */
ALTER INDEX search_text_document SET (gin_pending_list_limit = 32768);
/* Room for selling the last copy of a title without a new entry in every index. */
ALTER TABLE search_entry SET (fillfactor = 90);
