import type pg from 'pg';

const TABLES = [
  'product',
  'variant',
  'contributor',
  'product_contributor',
  'series',
  'product_series',
  'product_subject',
].concat(['search_entry', 'stock_movement', 'onix_record']);

/** An import that added fewer products, or a smaller share of all, is left to PostgreSQL's own schedule. */
const LEAST = { products: 2000, share: 0.1 };

/**
 * Has PostgreSQL look at the catalogue anew as an import fills it, at first soon, then ever more rarely, and at its end: an
 * import that begins with empty tables would else be planned for empty tables.
 */
export function catalogueAnalyzer(client: pg.Client) {
  let [added, next] = [0, 0];
  let least = 0;
  return async (more: number, { isEnd = false } = {}): Promise<void> => {
    least ||= Math.max(LEAST.products, LEAST.share * (await estimateProducts(client)));
    next ||= least;
    added += more;
    if (added < (isEnd ? least : next)) return;
    next = added * 4;
    await client.query(`ANALYZE ${TABLES.join(', ')}`);
  };
}

async function estimateProducts(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ products: number }>(
    "SELECT greatest(reltuples, 0) AS products FROM pg_class WHERE oid = 'product'::regclass",
  );
  return rows[0]!.products;
}
