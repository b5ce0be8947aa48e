/* The home page shows the most popular titles of a language: without an index, a shop that has few or none of them reads all
   titles for that. */
CREATE INDEX search_entry_language ON search_entry (language, popularity DESC, product_id);
