import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Lighthouse's figures for phones (simulated) of a running shop: `node bench/lighthouse.ts http://localhost:3000 [PATH…]`.
 * Lighthouse is fetched by npx into a folder of its own; CHROME_PATH names the browser. Pages of a customer are not among
 * them: it would have to sign in.
 */

const PATHS = ['/', '/book/1/anne-of-green-gables', '/browse', '/browse?q=emma'];
const AREA_PATHS = ['/customer/auth/login', '/customer/auth/register', '/customer/checkout'];
const AUDITS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
};

const [shop = 'http://localhost:3000', ...paths] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
console.log('| Page | Performance | Accessibility | Best practices | SEO | FCP | LCP | TBT | CLS | Not passed |');
console.log('|---|---|---|---|---|---|---|---|---|---|');
for (const path of paths.length > 0 ? paths : [...PATHS, ...AREA_PATHS]) console.log(rowOf(path, measure(path)));

function measure(path: string): Report {
  const file = join(folder, 'report.json');
  const flags = ['--quiet', '--output=json', `--output-path=${file}`, '--chrome-flags=--headless --no-sandbox'];
  execFileSync('npx', ['--yes', 'lighthouse@13', shop + path, ...flags], { cwd: folder, stdio: 'inherit' });
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function rowOf(path: string, { categories, audits }: Report): string {
  const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
    Math.round(100 * (categories[name]?.score ?? 0)),
  );
  const values = AUDITS.map((name) => audits[name]?.displayValue ?? '');
  const failed = Object.values(audits).flatMap(({ title, score }) => (score === 0 ? [title] : []));
  return `| ${[path, ...scores, ...values, failed.join('; ')].join(' | ')} |`;
}
