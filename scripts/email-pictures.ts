import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { LOCALES, type Locale } from '../domain/locale.ts';
import { renderEmailCover } from '../server/covers/cover-images.ts';
import { renderEmail } from '../server/emails/email-templates.ts';
import { EMAIL_KINDS, EMAIL_SAMPLES, sampleEmailContext } from '../tests/email-samples.ts';
import { findChromium } from './find-chromium.ts';

/* Pictures of every email: `npm run email-pictures -- FOLDER [LANGUAGE …]`. */

const WIDTHS = [390, 700];
const [folder = 'email-pictures', ...languages] = process.argv.slice(2);
const locales = LOCALES.filter((locale) => languages.length === 0 || languages.includes(locale));

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
for (const locale of locales)
  for (const theme of ['light', 'dark'] as const)
    for (const width of WIDTHS) await takeScreenshots(browser, { locale, theme, width });
await browser.close();

type Appearance = { locale: Locale; theme: 'light' | 'dark'; width: number };

async function takeScreenshots(browser: Browser, { locale, theme, width }: Appearance): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme: theme });
  await page.route('**/covers/**', async (route) => {
    const id = Number(/covers\/(\d+)/.exec(route.request().url())?.[1]);
    const { title = '' } = EMAIL_SAMPLES.order_placed.lines[id - 1] ?? {};
    const cover = { id, title, author: '', language: id === 2 ? 'fa' : 'en' };
    await route.fulfill({ contentType: 'image/png', body: await renderEmailCover(cover) });
  });
  for (const kind of EMAIL_KINDS) {
    await page.setContent(renderEmail(kind, EMAIL_SAMPLES[kind], sampleEmailContext(locale)).html, {
      waitUntil: 'load',
    });
    await page.screenshot({ path: join(folder, `${kind}-${locale}-${theme}-${width}.png`), fullPage: true });
  }
  await page.close();
}
