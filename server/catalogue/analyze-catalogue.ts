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

/** An import that added fewer products is left to PostgreSQL's own schedule. */
const FEWEST = 2000;

/**
 * Has PostgreSQL look at the catalogue anew as an import fills it, at first soon, then ever more rarely, and at its end: an
 * import that begins with empty tables would else be planned for empty tables.
 */
export function catalogueAnalyzer(client: pg.Client) {
  let [added, next] = [0, FEWEST];
  return async (more: number, { isEnd = false } = {}): Promise<void> => {
    added += more;
    if (added < (isEnd ? FEWEST : next)) return;
    next = added * 4;
    await client.query(`ANALYZE ${TABLES.join(', ')}`);
  };
}
