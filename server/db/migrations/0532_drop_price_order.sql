-- outside a transaction
/* Lists by price come from the search index of the server. A new price is no new entry in ten indexes any more. */
DROP INDEX CONCURRENTLY IF EXISTS search_entry_price;
