import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** What each folder may import of ours (docs/architecture.md): arrows point inward. */
const ALLOWED: Record<string, readonly string[]> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  messages: ['messages'],
  web: ['web', 'contract', 'domain', 'messages'],
  server: ['server', 'contract', 'domain', 'messages'],
  cli: ['cli', 'server', 'contract', 'domain'],
};

/** Inside the server: a feature uses only features left of it, and never another's routes. */
const FEATURES = [
  'covers',
  'payments',
  'mails',
  'audit',
  'live',
  'accounts',
  'sessions',
  'search',
  'catalogue',
  'coupons',
  'addresses',
  'wish-lists',
  'transactions',
  'orders',
  'receipts',
  'refunds',
  'tickets',
  'dashboard',
  'privacy',
  'upkeep',
  'demo',
  'pages',
];
/** `search` and `catalogue` are one noun in two folders: finding titles, and the titles. */
const PARTNERS = [['search', 'catalogue']];

type Import = { file: string; target: string };

function importsBelow(folder: string): Import[] {
  return globSync(`${folder}/**/*.{ts,tsx}`)
    .filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map((match) => ({
        file,
        target: resolve(file, match[1]!),
      })),
    );
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier));
}

test.each(Object.keys(ALLOWED))('%s imports only what the architecture allows', (folder) => {
  const wrong = importsBelow(folder).filter(({ target }) => !ALLOWED[folder]!.includes(target.split('/')[0]!));
  expect(wrong).toEqual([]);
});

test('domain imports no package at all', () => {
  const packages = globSync('domain/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /from '(?![.#])/.test(readFileSync(file, 'utf8')));
  expect(packages).toEqual([]);
});

test('contract imports zod and nothing else from outside', () => {
  const specifiers = globSync('contract/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '([^.#][^']*)'/g)].map((match) => match[1]));
  expect(new Set(specifiers)).toEqual(new Set(['zod/mini']));
});

test('a feature of the server uses only features upstream of it', () => {
  const wrong = importsBelow('server').filter(({ file, target }) => {
    const [, from = ''] = file.split('/');
    const [, to = ''] = target.split('/');
    if (from === to || !FEATURES.includes(from) || !FEATURES.includes(to)) return false;
    return (
      FEATURES.indexOf(to) > FEATURES.indexOf(from) &&
      !PARTNERS.some((pair) => pair.includes(from) && pair.includes(to))
    );
  });
  expect(wrong).toEqual([]);
});

test('the edge and the database know no feature, and nobody uses the routes of another', () => {
  const imports = importsBelow('server');
  const downward = imports.filter(
    ({ file, target }) => /^server\/(http|db)\//.test(file) && FEATURES.includes(target.split('/')[1]!),
  );
  const routes = imports.filter(({ file, target }) => target.endsWith('/routes.ts') && file !== 'server/app.ts');
  expect([...downward, ...routes]).toEqual([]);
});
