-- A record whose variant another record took, by its ISBN, named it still, and could take it back with an ISBN of its own.
UPDATE onix_record AS r SET variant_id = NULL
FROM variant AS v
WHERE v.id = r.variant_id AND r.product_id IS DISTINCT FROM v.product_id
  OR v.id = r.variant_id AND r.isbn IS DISTINCT FROM v.isbn
    AND EXISTS (SELECT FROM onix_record AS o WHERE o.variant_id = v.id AND o.id <> r.id AND o.isbn = v.isbn);
