/* Who translated or illustrated a title is not its author: they are found by their name, not counted as authors. */
UPDATE search_entry e SET authors = ARRAY(
  SELECT DISTINCT c.slug FROM product_contributor pc JOIN contributor c ON c.id = pc.contributor_id
  WHERE pc.product_id = e.product_id AND pc.role = 'author')
WHERE EXISTS (SELECT FROM product_contributor pc WHERE pc.product_id = e.product_id AND pc.role <> 'author');
