import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files that write SQL themselves, and why; everywhere else queries are built from `tables.ts`, and typed by it. */
const FILES_WITH_SQL: Record<string, string> = {
  'server/accounts/verify-password.ts': 'a failure is counted and blocks by one conditional upsert',
  'server/admin/work-list.ts': 'several tables are counted in one round trip',
  'server/audit/audit.ts': 'the newest entries of all chains are hashed where they are',
  'server/audit/staff-entries.ts': 'names are read along an index by a recursive query',
  'server/catalogue/also-bought.ts': 'pairs of titles of every buyer are counted where they are',
  'server/catalogue/analyze-catalogue.ts': 'ANALYZE',
  'server/catalogue/format-sales.ts': 'copies of ninety days are summed up where they are',
  'server/catalogue/compare-batch.ts': 'what a transaction wrote is read before it is rolled back',
  'server/catalogue/import-products.ts': 'how an import is planned',
  'server/catalogue/import-stock.ts': 'counts and movements of a batch of variants are joined as rows',
  'server/catalogue/import-variants.ts': 'variants of a batch are compared, locked and written as rows',
  'server/catalogue/match-variants.ts': 'variants are found by three keys, and ids allotted',
  'server/catalogue/on-order.ts': 'copies that came are joined as rows',
  'server/catalogue/product-details.ts': 'related products are a union of two bounded halves',
  'server/catalogue/reorder.ts': 'formats to look at are a union of four bounded lists',
  'server/catalogue/save-contributors.ts': 'of two biographies the newer stays, for a batch of people',
  'server/catalogue/save-products.ts': 'products of a batch are added or updated where they differ',
  'server/catalogue/save-rows.ts': 'what belongs to the products of a batch is compared and replaced as rows',
  'server/catalogue/search-index.ts': 'documents are weighted and words counted in the database',
  'server/catalogue/search-texts.ts': 'the database puts words together; a queue that passes over locked rows',
  'server/catalogue/stage-csv.ts': 'temporary tables and COPY',
  'server/catalogue/stock-entries.ts': 'counts are compared with movements and orders as rows',
  'server/catalogue/stock.ts': 'copies are locked, reserved, allocated and written down in one round trip each',
  'server/catalogue/write-csv.ts': 'a snapshot is taken under a table lock between savepoints',
  'server/coupons/redeem-coupon.ts': 'uses are counted by conditional upserts',
  'server/coupons/routes.ts': 'the lines of a cart are joined as rows',
  'server/dashboard/routes.ts': 'several tables are summed up in one round trip',
  'server/db/check-database.ts': 'notifications, locks and the clock of the database',
  'server/db/connection.ts': 'settings and clock of a connection',
  'server/db/kept-statement.ts': 'a transaction begins and ends',
  'server/db/locks.ts': 'advisory locks',
  'server/db/locate-host.ts': 'a host says whether it takes writes',
  'server/db/migrate.ts': 'migrations',
  'server/db/replica.ts': 'positions in the log of PostgreSQL',
  'server/db/shop-role.ts': 'roles and owners',
  'server/db/subqueries.ts': 'rows of a batch become a table by arrays',
  'server/demo/reader-history.ts': 'triggers that date the past',
  'server/demo/seed-reader.ts': 'a sequence is set',
  'server/jobs.ts': 'a table of pg-boss',
  'server/live/watch-shop.ts': 'the newest ids of tables that a list names',
  'server/live/live-events.ts': 'notifications',
  'server/maintenance/backup.ts': 'the catalogue of PostgreSQL, and COPY',
  'server/maintenance/check-backup.ts': 'three tables are counted in one round trip',
  'server/maintenance/integrity-checks.ts': 'the checks are queries',
  'server/maintenance/nightly-backup.ts': 'two newest times in one pass along an index',
  'server/maintenance/renew-secret.ts': 'four tables with links are read alike, along their ids',
  'server/maintenance/restore-backup.ts': 'the catalogue of PostgreSQL, and COPY',
  'server/onix/find-candidates.ts': 'records that are editions of one product are found by their keys',
  'server/onix/save-records.ts': 'records of a batch are written as rows',
  'server/orders/create-order.ts': 'an order is written in one round trip while its stock is locked',
  'server/orders/refunds/approve-refund.ts': 'what an update returns is summed up',
  'server/orders/transition-order.ts': 'a savepoint within the transaction of the caller',
  'server/orders/unpaid-limits.ts': 'a union that is summed up by grouping sets',
  'server/pages/title-queries.ts': 'imprints are read along an index by a recursive query',
  'server/payments/export-ledger.ts': 'a ledger is read on from a time and an id',
  'server/search/build-index.ts': 'the ids of all products come as one list',
  'server/search/changes.ts': 'changes are found by the snapshots of PostgreSQL',
  'server/search/index/index-schema.ts': 'SQLite',
  'server/search/index/links.ts': 'SQLite',
  'server/search/index/titles.ts': 'SQLite',
  'server/search/postgres-search.ts': 'page, total and facets of a search in two statements',
  'server/search/postgres-words.ts': 'suggestions and similar words from lists of values',
  'server/sessions/log-in.ts': 'rows that nobody has locked are deleted by a key of two columns',
  'server/telemetry/shop-gauges.ts': 'several tables and those of pg-boss are counted in one round trip',
  'server/transactions/routes.ts': 'a running balance with page and sums in one statement',
};

/** The only SQL text that one file gives another: a part of the statement that writes an order. */
const SHARED_TEXT = ['server/live/live-events.ts: publishSql'];

const sources = globSync('server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8').replace(/^\s*(\/\*\*?|\*|\/\/).*$/gm, '') }));

test('SQL is written by hand only where it is the better language', () => {
  const isStatement =
    /\.execute(<[^(]*>)?\(\s*sql`|\.query(<[^(]*>)?\(\s*['"`]|[`(]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/;
  const found = sources.filter(({ text }) => isStatement.test(text)).map(({ file }) => file);
  expect(found.toSorted()).toEqual(Object.keys(FILES_WITH_SQL).toSorted());
});

test('no statement is put together from text of several files', () => {
  const shared = /^export (?:const (\w+) = sql[`<]|(?:async )?function (\w+)\([^)]*\): SQL\b)/gm;
  const found = sources
    .filter(({ file }) => file !== 'server/db/subqueries.ts')
    .flatMap(({ file, text }) => [...text.matchAll(shared)].map(([, value, call]) => `${file}: ${value ?? call}`));
  expect(found).toEqual(SHARED_TEXT);
});
