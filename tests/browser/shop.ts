import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { simpleParser } from './read-mail.ts';

export { expect };
export type { Page };

/** What a page may say on the console without failing its test. */
const EXPECTED = [/status of 4(01|03|04|09|10|22|29)/, /ERR_INTERNET_DISCONNECTED/];

/** A browser test against the running demo shop; an unexpected console error or blocked content fails it. */
export const test = base.extend<{ quiet: void }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this very pattern
  baseURL: async ({}, use) => use(process.env.SHOP_URL!),
  quiet: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.some((pattern) => pattern.test(message.text())))
          said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(error.message));
      await use();
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});

export const PASSWORD = 'Bookworm-2026';

/**
 * Signs in through the page, by default as `reader`. Done once the page that signing in loads anew stands: the
 * address changes before that, and what a test presses or intercepts in between belongs to the old page.
 */
export async function signIn(page: Page, username = 'reader', path = '/customer/auth/login'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email or username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await throughReload(page, () => page.getByRole('button', { name: 'Sign in' }).click());
  await page.waitForURL((url) => !url.pathname.endsWith('/auth/login'));
}

/** Runs an action that reloads the page, and waits for the heading of the new one. */
export async function throughReload(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await act();
  await page.waitForFunction(() => !('isOldPage' in window) && document.querySelector('h1') !== null);
}

/** Reloads a page and waits for its event stream: from then on no update is missed. */
export async function openListening(page: Page, path: string): Promise<void> {
  await page.goto('/robots.txt');
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/live') && response.ok());
  await page.goto(path);
  await listening;
}

/** How long an email may be queued on a busy machine, in milliseconds. */
const DELIVERY_MS = 60_000;

/** The text of the newest email to an address whose subject contains `subject`, once it has been delivered. */
export async function mailTo(address: string, subject: string): Promise<string> {
  let text: string | undefined;
  await expect
    .poll(
      () => {
        text = findMail(address, subject);
        return text !== undefined;
      },
      { timeout: DELIVERY_MS },
    )
    .toBe(true);
  return text!;
}

function findMail(address: string, subject: string): string | undefined {
  const folder = join(process.env.SHOP_DATA!, 'mail');
  const mails = readdirSync(folder)
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .toSorted()
    .map((name) => simpleParser(readFileSync(join(folder, name), 'utf8')));
  return mails.findLast((mail) => mail.to.includes(address) && mail.subject.includes(subject))?.text;
}
