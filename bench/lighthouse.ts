import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.ts';

/*
 * Lighthouse's figures for phones (simulated) of a running demo shop, each page three times:
 * `node bench/lighthouse.ts http://localhost:3000 [--as VISITOR] [--runs N] [PATH…]`, by default all pages of all visitors.
 * A visitor is a guest, one with a book in the cart (`buyer`) or a customer who signed in by the form. Their browser's
 * storage is kept for each run, its cache is not. Lighthouse is fetched by npx.
 */

const AREA = [
  'dashboard',
  'my-orders',
  'my-books',
  'my-address',
  'my-transactions',
  'wish-list',
  'lists',
  'alerts',
  'reviews',
  'tickets',
  'profile',
  'checkout',
];
const VISITORS = {
  guest: {
    paths: [
      '/',
      '/book/1/anne-of-green-gables',
      '/browse',
      '/browse?q=emma',
      ...['auth/login', 'auth/register', 'checkout'].map(inArea),
    ],
    prepare: (page: Page) => page.goto(`${shop}/robots.txt`),
  },
  buyer: { paths: ['/cart', '/customer/checkout'], prepare: addToCart },
  customer: {
    paths: AREA.map(inArea),
    prepare: signIn,
  },
};

type Visitor = keyof typeof VISITORS;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const AUDITS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
];

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { as: { type: 'string' }, runs: { type: 'string', default: '3' } },
});
const [shop = 'http://localhost:3000', ...paths] = positionals;
const browser = findChromium();
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
console.log(
  '| Visitor | Page | Performance | Accessibility | Best practices | SEO | FCP | LCP | SI | TBT | CLS | Failed |',
);
console.log(`|${'---|'.repeat(12)}`);
const visitors = Object.keys(VISITORS).filter((name) => !values.as || name === values.as) as Visitor[];
for (const visitor of visitors) await measureAll(visitor);
rmSync(folder, { recursive: true });

async function measureAll(visitor: Visitor): Promise<void> {
  const storage = join(folder, visitor);
  const context = await chromium.launchPersistentContext(storage, {
    executablePath: browser,
    args: ['--no-sandbox'],
    locale: 'en-GB',
  });
  await VISITORS[visitor].prepare(await context.newPage());
  await context.close();
  for (const cache of ['Cache', 'Code Cache'])
    rmSync(join(storage, 'Default', cache), { recursive: true, force: true });
  for (const path of paths.length > 0 ? paths : VISITORS[visitor].paths) {
    const reports = Array.from({ length: Number(values.runs) }, () => measure(path, storage));
    console.log(`| ${[visitor, path, ...medians(reports)].join(' | ')} |`);
  }
}

async function addToCart(page: Page): Promise<void> {
  await page.goto(`${shop}/book/1/anne-of-green-gables`);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await page.waitForFunction(() => localStorage.getItem('cart') !== null);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${shop}/customer/auth/login`);
  await page.getByLabel('Email or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill('Bookworm-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${shop}/customer/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

function measure(path: string, storage: string): Report {
  const [file, copy] = [join(folder, 'report.json'), join(folder, 'copy')];
  cpSync(storage, copy, { recursive: true });
  const chrome = `--chrome-flags=--headless --no-sandbox --user-data-dir=${copy}`;
  const flags = [
    '--quiet',
    '--disable-storage-reset',
    '--max-wait-for-load=10000',
    '--output=json',
    `--output-path=${file}`,
    chrome,
  ];
  const run = () =>
    spawnSync('npx', ['--yes', 'lighthouse@13', shop + path, ...flags], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, CHROME_PATH: browser },
    });
  // Now and then the browser's trace lacks its beginning.
  if (run().status !== 0 && run().status !== 0) throw new Error(`Lighthouse failed twice on ${path}.`);
  rmSync(copy, { recursive: true });
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function medians(reports: readonly Report[]): string[] {
  const scores = CATEGORIES.map((name) =>
    median(reports.map(({ categories }) => 100 * (categories[name]?.score ?? 0))).toFixed(0),
  );
  const values = AUDITS.map((name) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? NaN)).toFixed(2),
  );
  const failed = Object.values(reports[0]?.audits ?? {}).flatMap(({ title, score }) => (score === 0 ? [title] : []));
  return [...scores, ...values, failed.join('; ')];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function inArea(page: string): string {
  return `/customer/${page}`;
}
