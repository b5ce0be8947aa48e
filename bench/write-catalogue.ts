import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { subjectRows } from '#domain/catalogue/subject-rows.ts';
import { nameSortKey, slugOf, titleSortKey } from '#domain/catalogue/text.ts';
import { readCsv } from '../server/catalogue/read-csv.ts';
import { rebuildSearchIndex, refreshSearchStatistics } from '../server/catalogue/search-index.ts';
import { readConfig } from '../server/config.ts';
import { SHOP_DATABASE, startEmbedded, type EmbeddedPostgres } from '../server/db/embedded.ts';
import { DEMO_CATALOGUE, seedDemo } from '../server/demo/seed-demo.ts';
import { openServices, prepareDatabase, type Services } from '../server/services.ts';
import { listRealWords, makeCatalogue, type MadeTitle } from './catalogue.ts';

/* Writes the demo shop and a made catalogue into a data folder, which a server can then be started on. */

export type CatalogueSettings = { titles: number; seed: number };
/** Seconds that each step of the making took. */
export type Durations = Record<string, number>;
/** Runs a step of the making and notes how long it took. */
export type Timed = <T>(step: string, work: () => Promise<T>) => Promise<T>;

/** Only of a build whose end is not reached is anything lost by a crash. */
export const BUILD_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  shared_buffers: '1GB',
};

/** The data folder of such a catalogue below `root`: the one that is there, else a new one. */
export function prepareCatalogue(root: string, wanted: CatalogueSettings) {
  const write = (folder: string, timed: Timed) => writeShop(folder, wanted, timed);
  return prepareFolder(root, `titles-${wanted.titles}-seed-${wanted.seed}`, write);
}

/** A folder that was written to its end, which the file beside it tells, and how long that took; begun anew where it was not. */
export async function prepareFolder(
  root: string,
  name: string,
  write: (folder: string, timed: Timed) => Promise<void>,
): Promise<{ folder: string; durations: Durations }> {
  const folder = join(root, name);
  const mark = `${folder}.json`;
  if (!existsSync(mark)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const durations: Durations = {};
    await write(folder, timedInto(durations));
    writeFileSync(mark, JSON.stringify(durations));
  }
  return { folder, durations: JSON.parse(readFileSync(mark, 'utf8')) as Durations };
}

function timedInto(durations: Durations): Timed {
  return async (step, work) => {
    const began = performance.now();
    const done = await work();
    durations[step] = (performance.now() - began) / 1000;
    console.error(`${step}: ${durations[step].toFixed(1)} s`);
    return done;
  };
}

async function writeShop(folder: string, { titles, seed }: CatalogueSettings, timed: Timed): Promise<void> {
  const postgres = join(folder, 'postgres');
  const embedded = await startEmbedded({ folder: postgres, onNotice: () => {}, settings: BUILD_SETTINGS });
  try {
    const shop = await openShop(embedded, folder);
    try {
      await timed('demo', () => seedDemo(shop.deps));
      await timed('copy', () => copyCatalogue(embedded, { titles, seed }));
      await indexCatalogue(embedded, shop, timed);
    } finally {
      await shop.close();
    }
  } finally {
    await embedded.stop();
  }
}

async function openShop(embedded: EmbeddedPostgres, folder: string): Promise<Services> {
  const connect = embedded.connect(SHOP_DATABASE);
  await prepareDatabase(connect);
  return openServices({
    config: readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }),
    publicUrl: 'http://shop.test',
    connect,
    onError: () => {},
  });
}

/** The columns that a made catalogue fills, in the order of its rows. */
const COLUMNS = {
  contributor: 'id, slug, name, name_sort',
  series: 'id, slug, name',
  product: `id, work_key, slug, title, title_sort, language, description, published, publisher, popularity, created_at,
    updated_at`,
  variant: 'id, product_id, format, isbn, list_price, member_price, stock, pages, published',
  stock_movement: 'variant_id, quantity, reason, actor, at',
  product_contributor: 'product_id, contributor_id, role, position',
  product_series: 'product_id, series_id, number, position',
  product_subject: 'product_id, code, subject, position',
};
type Table = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as Table[];
/** Tables whose ids are numbered from the last one of the demo on. */
const NUMBERED = ['contributor', 'series', 'product', 'variant'] as const;
type LastIds = Record<(typeof NUMBERED)[number], number>;

const BATCH_TITLES = 500;
const MADE_AT = '2026-11-22T00:00:00Z';

/** One stream of rows into each table, all filled side by side; no trigger and no foreign key is looked at meanwhile. */
async function copyCatalogue(embedded: EmbeddedPostgres, { titles, seed }: CatalogueSettings): Promise<void> {
  const made = makeCatalogue(titles, seed, listRealWords((await readCsv(DEMO_CATALOGUE)).products));
  const asSuperuser = embedded.asSuperuser(SHOP_DATABASE);
  const last = await withClient(asSuperuser, findLastIds);
  const copies = new Map<Table, TableCopy>();
  for (const table of TABLES) copies.set(table, await openCopy(asSuperuser, table));
  const write = (rows: Rows) =>
    Promise.all(TABLES.map((table) => (rows[table].length > 0 ? copies.get(table)!.write(rows[table]) : undefined)));
  await write({
    ...emptyRows(),
    contributor: made.contributors.map((name, place) => {
      const id = last.contributor + place + 1;
      return row(id, `${slugOf(name)}-${id}`, name, nameSortKey(name));
    }),
    series: made.series.map((name, place) => {
      const id = last.series + place + 1;
      return row(id, `${slugOf(name)}-${id}`, name);
    }),
  });
  let rows = emptyRows();
  const next = { ...last };
  for (const title of made.titles) {
    addTitle(rows, title, { next, last });
    if (rows.product.length < BATCH_TITLES) continue;
    await write(rows);
    rows = emptyRows();
  }
  await write(rows);
  await Promise.all([...copies.values()].map((copy) => copy.end()));
  await withClient(asSuperuser, async (client) => {
    for (const table of NUMBERED)
      await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`);
  });
}

async function findLastIds(client: pg.Client): Promise<LastIds> {
  const columns = NUMBERED.map((table) => `(SELECT coalesce(max(id), 0) FROM ${table}) AS ${table}`);
  const { rows } = await client.query<LastIds>(`SELECT ${columns.join(', ')}`);
  return rows[0]!;
}

type Rows = Record<Table, string[]>;

function emptyRows(): Rows {
  return {
    contributor: [],
    series: [],
    product: [],
    variant: [],
    stock_movement: [],
    product_contributor: [],
    product_series: [],
    product_subject: [],
  };
}

function addTitle(rows: Rows, made: MadeTitle, { next, last }: { next: LastIds; last: LastIds }): void {
  const id = (next.product += 1);
  const { title, language, description, published, publisher, popularity } = made;
  const texts = [slugOf(title), title, titleSortKey(title, language), language, description, published, publisher];
  rows.product.push(row(id, `made-${id}`, ...texts, popularity, MADE_AT, MADE_AT));
  for (const { format, isbn, listPrice, memberPrice, stock, pages } of made.editions) {
    const variantId = (next.variant += 1);
    rows.variant.push(row(variantId, id, format, isbn, listPrice, memberPrice, stock, pages, published));
    if (stock > 0) rows.stock_movement.push(row(variantId, stock, 'received', 'shop', MADE_AT));
  }
  for (const [position, { place, role }] of made.contributors.entries())
    rows.product_contributor.push(row(id, last.contributor + place + 1, role, position));
  for (const { code, subject, position } of subjectRows(made.subjects))
    rows.product_subject.push(row(id, code, subject ?? '\\N', position));
  if (!made.series) return;
  const { place, number } = made.series;
  rows.product_series.push(row(id, last.series + place + 1, number, number * 100));
}

/** A row of COPY's text format; made texts have no sign that it would escape. */
function row(...values: (string | number)[]): string {
  return `${values.join('\t')}\n`;
}

type TableCopy = { write(rows: readonly string[]): Promise<unknown>; end(): Promise<void> };

async function openCopy(connect: pg.ClientConfig, table: Table): Promise<TableCopy> {
  const client = new pg.Client(connect);
  await client.connect();
  await client.query('SET session_replication_role = replica');
  const stream: CopyStreamQuery = client.query(copyFrom(`COPY ${table} (${COLUMNS[table]}) FROM STDIN`));
  return {
    write: async (rows) => stream.write(rows.join('')) || once(stream, 'drain'),
    end: async () => {
      stream.end();
      await once(stream, 'finish');
      await client.end();
    },
  };
}

async function withClient<T>(connect: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connect);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Builds the search index by the shop's own means, the indexes of its table afterwards: at once is faster than by rows. */
async function indexCatalogue(embedded: EmbeddedPostgres, shop: Services, timed: Timed): Promise<void> {
  await withClient(embedded.asSuperuser(SHOP_DATABASE), async (client) => {
    await timed('analyze', () => client.query('VACUUM ANALYZE'));
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
      SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename IN ('search_entry', 'search_text')
        AND indexname NOT IN (SELECT conname FROM pg_constraint)`);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await timed('search entries', () => rebuildSearchIndex(shop.connect));
    await timed('indexes', async () => {
      for (const { definition } of indexes) await client.query(definition);
    });
    await timed('search statistics', () => refreshSearchStatistics(shop.connect));
    await timed('vacuum', () => client.query('VACUUM ANALYZE'));
  });
}
