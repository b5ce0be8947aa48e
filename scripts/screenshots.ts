import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { freePort, waitUntil } from '../server/startup.ts';
import { findChromium } from './find-chromium.ts';

/* Pictures of the main pages: `npm run screenshots [-- FOLDER [all]]`. The README's few without `all`. */

/** `opens` is pressed before the screenshot is taken. */
type Shot = { name: string; path: string; isMembers?: true; opens?: string };
type Appearance = { locale: 'en' | 'fa'; theme: 'light' | 'dark'; width: number };

const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/' },
  { name: 'browse', path: '/browse' },
  { name: 'search', path: '/browse?q=anne' },
  { name: 'book', path: '/book/1/anne-of-green-gables' },
  { name: 'author', path: '/author/l-m-montgomery' },
  { name: 'series', path: '/series/discworld' },
  { name: 'subject', path: '/subject/FBC' },
  { name: 'returns', path: '/returns' },
  { name: 'cart', path: '/cart' },
  { name: 'login', path: '/customer/auth/login' },
  { name: 'register', path: '/customer/auth/register' },
  { name: 'forget-password', path: '/customer/auth/forget-password' },
  { name: 'checkout', path: '/customer/checkout' },
  { name: 'order', path: '/customer/my-orders?order=BK-100001', isMembers: true },
  { name: 'refund', path: '/customer/my-orders?order=BK-100003', isMembers: true, opens: '.refund-request button' },
  { name: 'new-address', path: '/customer/my-address', isMembers: true, opens: '.page-head button' },
  { name: 'ticket', path: '/customer/tickets', isMembers: true, opens: '.ticket-list a' },
  ...[
    'dashboard',
    'my-orders',
    'my-address',
    'wish-list',
    'my-transactions',
    'tickets',
    'profile',
    'checkout',
    'pages/error-404',
  ].map((page) => ({
    name: page === 'checkout' ? 'member-checkout' : page.replace('/', '-'),
    path: `/customer/${page}`,
    isMembers: true as const,
  })),
];
const README_SHOTS: readonly [string, Appearance][] = [
  ['home', { locale: 'en', theme: 'light', width: 1440 }],
  ['book', { locale: 'en', theme: 'dark', width: 390 }],
  ['browse', { locale: 'fa', theme: 'light', width: 1440 }],
  ['checkout', { locale: 'en', theme: 'light', width: 1440 }],
];
const APPEARANCES: Appearance[] = (['en', 'fa'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((theme) => [390, 768, 1440].map((width) => ({ locale, theme, width }))),
);

const [folder = join(import.meta.dirname, '../docs/pictures'), scope] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'halaman-pictures-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const environment = {
  PORT: String(port),
  DATA_DIR: data,
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  DEMO: '1',
};
const shop = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, ...environment },
  stdio: ['ignore', 'ignore', 'inherit'],
});
await waitUntil(
  () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  { seconds: 120, what: 'the shop' },
);
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const browser = await chromium.launch({ executablePath: findChromium(), args: flags });

const selectedShots =
  scope === 'all'
    ? APPEARANCES.flatMap((look) => SHOTS.map((shot) => [shot, look] as const))
    : README_SHOTS.map(([name, look]) => [SHOTS.find((shot) => shot.name === name)!, look] as const);
for (const [shot, look] of selectedShots) await takeScreenshot(browser, shot, look);
await browser.close();
shop.kill('SIGTERM');
await new Promise((resolve) => shop.once('exit', resolve));
rmSync(data, { recursive: true, force: true });

async function takeScreenshot(
  from: Browser,
  { name, path, isMembers, opens }: Shot,
  { locale, theme, width }: Appearance,
): Promise<void> {
  const context = await from.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    ([one, other, cart]) => {
      localStorage.setItem('theme', one!);
      localStorage.setItem('locale', other!);
      localStorage.setItem('cart', cart!);
    },
    [
      theme,
      locale,
      JSON.stringify([
        { id: 1, vid: 1, qty: 1 },
        { id: 156, vid: 319, qty: 2 },
      ]),
    ],
  );
  if (isMembers) await signIn(page);
  const isShop = !path.startsWith('/customer');
  await page.goto(url + (isShop && locale === 'fa' ? `/fa${path === '/' ? '' : path}` : path));
  await waitUntilSettled(page);
  if (opens) await openDialog(page, opens);
  await page.screenshot({ path: join(folder, `${name}-${locale}-${theme}-${width}.png`), fullPage: scope === 'all' });
  await context.close();
}

async function openDialog(page: Page, opens: string): Promise<void> {
  await page.locator(opens).first().click();
  await page.getByRole('textbox').last().waitFor();
  await waitUntilSettled(page);
}

async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post(`${url}/customer/auth/login`, {
    data: { username: 'reader', password: 'Bookworm-2026' },
  });
  const { api_token, token_expires_at: _, expires_at, ...profile } = (await answer.json()) as Record<string, string>;
  await page.evaluate(
    ([token, endsAt, user]) => {
      localStorage.setItem('accessToken', token!);
      localStorage.setItem('tokenExpiry', String(Date.parse(endsAt!)));
      localStorage.setItem('loggedIn', 'true');
      localStorage.setItem('userInfo', user!);
    },
    [api_token!, expires_at!, JSON.stringify(profile)],
  );
}

/** A member's page has an open event stream, so its network is never idle: wait until nothing else loads. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.loading') === null);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
}
