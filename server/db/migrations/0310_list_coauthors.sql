/* Who wrote a title with its author is one of its authors, too. The search index reads the products that are logged. */
UPDATE search_entry e SET authors = ARRAY(
  SELECT DISTINCT c.slug FROM product_contributor pc JOIN contributor c ON c.id = pc.contributor_id
  WHERE pc.product_id = e.product_id AND pc.role IN ('author', 'with'))
WHERE e.product_id IN (SELECT product_id FROM product_contributor WHERE role = 'with');
INSERT INTO product_change (product_id) SELECT DISTINCT product_id FROM product_contributor WHERE role = 'with'
  ON CONFLICT DO NOTHING;
