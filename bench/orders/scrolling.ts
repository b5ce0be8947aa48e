import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.ts';
import { DEMO_PASSWORD, DEMO_STAFF } from '../../server/demo/demo-accounts.ts';

const FRAME_MS = 1000 / 60;
const SECONDS = 10;
/** A fast turn of a wheel. */
const PIXELS_PER_FRAME = 60;

/** Scrolls the list of orders in Chromium by as much in each frame, and says which frames were late. */
export async function reportScrolling(origin: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openOrders(page, origin);
    const frames = await page.evaluate<number[]>(SCROLL);
    const late = frames.filter((ms) => ms > 1.5 * FRAME_MS);
    const missed = late.reduce((sum, ms) => sum + Math.round(ms / FRAME_MS) - 1, 0);
    const rows = await page.locator('tbody tr').count();
    const sorted = frames.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1);
    console.log(`
Scrolling the orders for ${SECONDS} s, ${PIXELS_PER_FRAME} px a frame: ${frames.length} frames, ${missed} dropped, the longest ${at(0.9999)} ms,
p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${rows} rows on the page.`);
  } finally {
    await browser.close();
  }
}

async function openOrders(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/customer/auth/login`);
  await page.getByLabel('Email or username').fill(DEMO_STAFF.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${origin}/customer/dashboard`);
  await page.goto(`${origin}/admin/orders`);
  await page.locator('tbody tr').nth(10).waitFor();
}

/** Run by the browser: the milliseconds of each frame. */
const SCROLL = `new Promise((done) => {
  const frames = [];
  let last = performance.now();
  const end = last + ${SECONDS * 1000};
  const step = (now) => {
    frames.push(now - last);
    last = now;
    scrollBy(0, ${PIXELS_PER_FRAME});
    if (now < end) requestAnimationFrame(step);
    else done(frames.slice(1));
  };
  requestAnimationFrame(step);
})`;
