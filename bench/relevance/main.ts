import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../../server/app.ts';
import { readMapping } from '../../server/catalogue/csv-format.ts';
import { importProducts } from '../../server/catalogue/import-products.ts';
import { readCsv } from '../../server/catalogue/read-csv.ts';
import { refreshSearchStatistics } from '../../server/catalogue/search-index.ts';
import { readConfig } from '../../server/config.ts';
import { SHOP_DATABASE, startEmbedded } from '../../server/db/embedded.ts';
import { DEMO_CATALOGUE } from '../../server/demo/seed-demo.ts';
import { openSearchThread } from '../../server/search/search-thread.ts';
import { openServices, prepareDatabase } from '../../server/services.ts';
import { formatFigures, measureRelevance } from './measure.ts';
import { formatQueries, makeQueries, parseQueries } from './queries.ts';

/* Measures how often a search finds the title that a reader wants. Run it with:
     node bench/relevance/main.ts [--misses] [--save]
     node bench/relevance/main.ts --file FILE [--mapping FILE] [--per-kind 100] [--seed 1] [--misses]
   The first asks the queries of queries.tsv in the demo shop; with --save it makes them anew and keeps the figures that the
   check holds a search to. The second makes queries for the titles of another catalogue file. */

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: DEMO_CATALOGUE },
    mapping: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'per-kind': { type: 'string', default: '34' },
    misses: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const QUERIES = join(import.meta.dirname, 'queries.tsv');
const FIGURES = join(import.meta.dirname, 'figures.json');

const { products } = await readCsv(values.file, values.mapping ? await readMapping(values.mapping) : undefined);
if (values.save) writeFileSync(QUERIES, formatQueries(makeQueries(products, settings())));
const isDemo = values.file === DEMO_CATALOGUE;
const queries = isDemo ? parseQueries(readFileSync(QUERIES, 'utf8')) : makeQueries(products, settings());

const folder = mkdtempSync(join(tmpdir(), 'halaman-relevance-'));
const embedded = await startEmbedded({
  folder: join(folder, 'postgres'),
  onNotice: () => {},
  settings: { fsync: 'off' },
});
try {
  const connect = embedded.connect(SHOP_DATABASE);
  await prepareDatabase(connect);
  const shop = await openServices({
    config: readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }),
    publicUrl: 'http://shop.test',
    connect,
    onError: () => {},
  });
  await importProducts(shop.deps.db, products);
  await refreshSearchStatistics(connect);
  const search = openSearchThread({ connect, folder, fallback: shop.deps.search, onError: console.error });
  await search.sync();
  const { app } = await buildApp({ ...shop.deps, search });
  const figures = await measureRelevance(app, queries, (query, rank) => {
    if (values.misses) console.log(`${rank ?? '-'}\t${query.kind}\t${query.query}\t${query.title}`);
  });
  console.log(`\n${products.length} titles, ${queries.length} queries\n\n${formatFigures(figures)}`);
  if (values.save) writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
  await app.close();
  await search.stop();
  await shop.close();
} finally {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}

function settings() {
  return { seed: Number(values.seed), perKind: Number(values['per-kind']) };
}
