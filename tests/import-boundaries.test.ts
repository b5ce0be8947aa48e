import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** The server's features: each may use those above it. */
const FEATURES = [
  'typesetting',
  'covers',
  'photos',
  'emails',
  'audit',
  'shop-settings',
  'live',
  'catalogue',
  'home',
  'content',
  'onix',
  'imports',
  'search',
  'coupons',
  'delivery',
  'addresses',
  'wish-lists',
  'alerts',
  'transactions',
  'orders',
  'payments',
  'receipts',
  'carts',
  'accounts',
  'tickets',
  'reviews',
  'books',
  'credentials',
  'sessions',
  'staff',
  'dashboard',
  'browser-reports',
  'privacy',
  'maintenance',
  'demo',
  'feeds',
  'admin',
  'pages',
].map((name) => `server/${name}`);

const API = ['contract', 'domain', 'messages'];
const SERVER_BASE = [...API, 'server', 'server/db', 'server/http', 'server/integrations', 'server/telemetry'];
const SERVER = [...SERVER_BASE, ...FEATURES];
const WEB_BASE = [...API, 'web/browser', 'web/ui'];
const CODE = ['cli', 'scripts', 'tests', 'web', 'web/shop', 'web/admin', 'web/customer', ...WEB_BASE, ...SERVER];

/**
 * What each folder of code may import besides itself, types included; a folder without a line fails. In `server/` and `web/`
 * each folder counts for itself, elsewhere the top one with all that is in it.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  messages: ['domain'],
  contract: ['domain'],
  server: SERVER,
  'server/db': SERVER_BASE,
  'server/http': SERVER_BASE,
  'server/integrations': SERVER_BASE,
  'server/telemetry': SERVER_BASE,
  ...Object.fromEntries(FEATURES.map((feature, place) => [feature, [...SERVER_BASE, ...FEATURES.slice(0, place)]])),
  // Tickets read their customer; whoever verifies an email gets its guest tickets.
  'server/accounts': [...SERVER_BASE, ...FEATURES.slice(0, FEATURES.indexOf('server/tickets') + 1)],
  // Orders close and refund payment attempts; payments move orders.
  'server/orders': [...SERVER_BASE, ...FEATURES.slice(0, FEATURES.indexOf('server/payments') + 1)],
  web: [...API],
  'web/browser': [...API],
  'web/ui': [...API],
  'web/cart': WEB_BASE,
  'web/forms': [...WEB_BASE, 'web/cart'],
  'web/orders': WEB_BASE,
  'web/reviews': WEB_BASE,
  'web/shop': [...WEB_BASE, 'web', 'web/cart', 'web/orders', 'web/reviews'],
  'web/customer': [...WEB_BASE, 'web', 'web/cart', 'web/forms', 'web/orders', 'web/reviews'],
  'web/admin': [...WEB_BASE, 'web', 'web/cart', 'web/customer', 'web/forms', 'web/orders'],
  'web/testing': [...WEB_BASE, 'web', 'web/cart', 'web/customer'],
  cli: [...API, ...SERVER],
  scripts: CODE,
  tests: [...CODE, 'bench'],
  bench: CODE,
};

/** What runs in browsers of the contract; of its other modules they get the types only. */
const CONTRACT_IN_BROWSERS = [
  'amounts',
  'covers',
  'decode-text',
  'admin-routes',
  'error-codes',
  'forms',
  'invitation-forms',
  'list-routes',
  'options',
  'pages',
  'picture-routes',
  'product-filter',
  'review-forms',
  'review-routes',
  'routes',
  'sample-pages',
  'schemas',
  'security-forms',
  'security-routes',
  'session-forms',
].map((name) => `contract/${name}.ts`);

type Import = { file: string; target: string; isType: boolean };

const IMPORTS: readonly Import[] = globSync('*/**/*.{ts,tsx,mjs}', { exclude: ['{node_modules,dist}/**'] })
  .filter((file) => !/\.(test|spec)\.tsx?$|\.d\.(json\.)?ts$/.test(file))
  .flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(/(?:^(import|export) (type )?[^;]*?from|import)\s*\(?\s*'([#.][^']+)'/gm),
    ].map(([, , type, specifier]) => ({ file, target: resolve(file, specifier!), isType: type !== undefined })),
  );

function resolve(file: string, specifier: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier));
}

/** The line of the table that a file belongs to. */
function folderOf(file: string): string {
  const [top = '', second = '', ...deeper] = file.split('/');
  return ['server', 'web'].includes(top) && deeper.length > 0 ? `${top}/${second}` : top;
}

test('every folder of code has a line in the table, and every line a folder', () => {
  const folders = new Set(
    globSync('*/**/*.{ts,tsx,mjs}', { exclude: ['{node_modules,dist,docs,demo}/**'] }).map(folderOf),
  );
  expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  expect(Object.keys(MAY_IMPORT).filter((folder) => !existsSync(folder))).toEqual([]);
});

test('a folder imports only what its line allows', () => {
  expect(IMPORTS.length).toBeGreaterThan(1000);
  const wrong = IMPORTS.filter(({ file, target }) => {
    const from = folderOf(file);
    return folderOf(target) !== from && !MAY_IMPORT[from]?.includes(folderOf(target));
  });
  expect(wrong).toEqual([]);
});

test('nobody but the app uses the routes of a feature', () => {
  const routes = IMPORTS.filter(
    ({ file, target }) =>
      /^server\/.*\/routes\.ts$/.test(target) && /^(server|cli)\//.test(file) && file !== 'server/app.ts',
  );
  expect(routes).toEqual([]);
});

test('no files import each other in a circle, not even their types', () => {
  const next = Map.groupBy(IMPORTS, ({ file }) => file);
  const finished = new Set<string>();
  const findCycle = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const { target } of next.get(file) ?? []) {
      const cycle = findCycle(target, [...path, file]);
      if (cycle) return cycle;
    }
    finished.add(file);
    return undefined;
  };
  const cycles = [...next.keys()].map((file) => findCycle(file, [])).filter((cycle) => cycle !== undefined);
  expect(cycles).toEqual([]);
});

test('browsers get the schema-free modules of the contract and the schemas of forms', () => {
  const wrong = IMPORTS.filter(
    ({ file, target, isType }) =>
      /^web\/(?!testing\/)/.test(file) &&
      target.startsWith('contract/') &&
      !isType &&
      !CONTRACT_IN_BROWSERS.includes(target),
  );
  expect(wrong).toEqual([]);
  const withSchemas = IMPORTS.filter(({ target }) => /^contract\/(session-)?(forms|schemas)\.ts$/.test(target));
  const early = withSchemas.filter(({ file, isType }) => /^web\/(?!customer\/|forms\/)/.test(file) && !isType);
  expect([withSchemas.length > 0, early]).toEqual([true, []]);
});

test('the SDK of OpenTelemetry is loaded only where there is a collector', () => {
  const users = globSync('{server,cli,contract,domain}/**/*.ts')
    .filter((file) => /^import (?!type )[^;]*'@opentelemetry\//m.test(readFileSync(file, 'utf8')))
    .map((file) => file.split('/').at(-1));
  expect(users.toSorted()).toEqual(['open-telemetry.ts', 'otlp-metrics.ts']);
  const loaders = IMPORTS.filter(({ target, isType }) => !isType && /open-telemetry|otlp-metrics/.test(target));
  expect(loaders.map(({ file }) => file).toSorted()).toEqual(['server/main.ts', 'server/telemetry/open-telemetry.ts']);
  expect(readFileSync('server/main.ts', 'utf8')).toContain("await import('./telemetry/open-telemetry.ts')");
});

test('domain imports no package, contract only Zod', () => {
  const packagesOf = (folder: string) =>
    globSync(`${folder}/**/*.ts`)
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '([^.#][^']*)'/g)].map((match) => match[1]));
  expect([packagesOf('domain'), new Set(packagesOf('contract'))]).toEqual([[], new Set(['zod/mini'])]);
});

test('the layout has exactly the specified breakpoints', () => {
  const widths = globSync('web/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*\bwidth [<>]=? ([^)]*)\)/g)].map((match) => match[1]),
  );
  expect([...new Set(widths)].toSorted()).toEqual(['1200px', '576px', '768px', '992px']);
});

test('thousands of names of subjects stay on the server', () => {
  const importers = IMPORTS.filter(({ target }) => /^messages\/(subject-names|.*\/subjects)\b/.test(target));
  const inBrowsers = importers.filter(
    ({ file }) => file.startsWith('web/') && !/^web\/shop\/(?!islands\/|main)/.test(file),
  );
  expect([importers.length > 0, inBrowsers]).toEqual([true, []]);
});
