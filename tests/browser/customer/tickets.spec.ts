import { operate } from '../operate.ts';
import { expect, mailTo, signIn, test, type Page } from '../shop.ts';

/** The number of the ticket that is open on the page. */
async function numberOn(page: Page): Promise<string> {
  const facts = page.locator('.ticket-meta');
  await expect(facts).toContainText('T-');
  return /T-\d+/.exec((await facts.textContent())!)![0];
}

test('opens a ticket about a book, reads the answer, replies, closes and reopens it', async ({ page }) => {
  const subject = `Which edition? ${Date.now()}`;
  await page.goto('/book/1/anne-of-green-gables');
  await page.getByRole('link', { name: 'Ask about this book' }).click();
  await page.waitForURL(/\/auth\/login/);
  await signIn(page, 'newcomer', page.url());
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await expect(form.getByText('About “Anne of Green Gables”')).toBeVisible();
  await expect(form.getByLabel('Topic')).toHaveValue('book');
  await expect(form.getByLabel('Subject')).toBeFocused();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('This field is required.').first()).toBeVisible();
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Your message').fill('Is it the one with the old pictures?');
  await form.getByRole('button', { name: 'Send' }).click();

  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'About “Anne of Green Gables”' })).toHaveAttribute(
    'href',
    '/book/1/anne-of-green-gables',
  );
  const number = await numberOn(page);
  expect(await mailTo('newcomer@example.com', number)).toContain('Is it the one with the old pictures?');
  const log = page.getByRole('log', { name: 'Conversation' });
  await page.getByLabel('Your reply').fill('Or the new one?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(log.getByText('Or the new one?')).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue('');

  await page.goto('/customer/dashboard');
  await operate('ticket', 'reply', number, 'The old ones, of course.', '--as', 'Mei Ling');
  const mail = await mailTo('newcomer@example.com', `Our reply to your ticket ${number}`);
  expect(mail).toContain('The old ones, of course.');
  await page.goto('/customer/tickets');
  const link = page.getByRole('link', { name: subject });
  await expect(link).toContainText('New reply');
  await page.goto(/http:\/\/\S+\/customer\/tickets\/show\/\S+/.exec(mail)![0]);
  await expect(log.getByText('The old ones, of course.')).toBeVisible();
  await expect(link).not.toContainText('New reply');

  await page.getByRole('button', { name: 'Close ticket' }).click();
  await expect(log.getByText('You closed this ticket')).toBeVisible();
  await page.getByRole('button', { name: 'Reopen ticket' }).click();
  await expect(log.getByText('You reopened this ticket')).toBeVisible();
  await operate('ticket', 'close', number);
  await mailTo('newcomer@example.com', `Ticket ${number} closed`);
  await page.reload();
  await expect(log.getByText('We closed this ticket')).toBeVisible();
});

test('filters tickets by status, topic and text in the URL', async ({ page }) => {
  await signIn(page);
  await page.goto('/customer/tickets');
  const list = page.locator('.ticket-list');
  await page.getByRole('link', { name: 'Closed 1' }).click();
  await expect(page).toHaveURL(/state=closed$/);
  await expect(list.getByRole('link')).toHaveCount(1);
  await expect(list).toContainText('A corner of the cover is bent');
  await page.getByLabel('Topic').evaluate((topic: HTMLSelectElement) => {
    // A topic that is chosen before the page can show all tickets.
    document.querySelector<HTMLElement>('.ticket-status-filter a')!.click();
    topic.value = 'order';
    topic.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page).toHaveURL(/tickets\?category=order$/);
  await expect(list).toContainText('Could you wrap this order as a gift?');
  await page.getByRole('searchbox').fill('sofea');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/category=order&q=sofea$/);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(list.getByRole('link')).toHaveCount(1);
  await list.getByRole('link').click();
  await expect(page).toHaveURL(/\/tickets\/show\/.+\?category=order&q=sofea$/);
  await expect(page.getByRole('link', { name: /About order BK-/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('sofea');
  await page.getByRole('searchbox').fill('no such words');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('link', { name: 'Show all tickets' }).click();
  await expect(list.getByRole('link').first()).toBeVisible();
});

test('keeps a ticket draft after navigation, a reload and an error', async ({ page }) => {
  await signIn(page);
  await page.goto('/customer/tickets?state=open');
  await page
    .locator('.ticket-list')
    .getByRole('link', { name: /wrap this order/ })
    .click();
  const reply = page.getByLabel('Your reply');
  await reply.fill('Half a thought');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await page.goBack();
  await expect(reply).toHaveValue('Half a thought');
  await page.reload();
  await expect(reply).toHaveValue('Half a thought');

  await page.route('**/customer/ticket/add', (route) =>
    route.fulfill({ status: 429, json: { code: 'too_many_requests', detail: 'Too many requests.' } }),
  );
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Too many requests.').first()).toBeVisible();
  await expect(reply).toHaveValue('Half a thought');
  await expect(page.getByRole('log').getByText('Half a thought')).toHaveCount(0);
  await page.unroute('**/customer/ticket/add');

  await page.goto('/customer/tickets?new=1&page=%2Fcontact');
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await form.getByLabel('Your message').fill('A long story');
  await form.getByLabel('Topic').selectOption('order');
  await form.getByRole('button', { name: 'Remove: About a page of the shop' }).click();
  await expect(form.getByText('About a page')).toHaveCount(0);
  await expect(form.getByLabel('Topic')).toHaveValue('order');
  await expect(form.getByRole('form', { name: 'New ticket' })).toBeFocused();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/customer\/tickets$/);
  await page.getByRole('link', { name: 'New ticket' }).click();
  await expect(form.getByLabel('Your message')).toHaveValue('A long story');
  await form.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('opens, replies to and closes a ticket with the keyboard alone', async ({ page }) => {
  const subject = `By keyboard ${Date.now()}`;
  await signIn(page, 'newcomer');
  await page.goto('/customer/tickets');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, 'New ticket');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Subject')).toBeFocused();
  await page.keyboard.type(subject);
  await page.keyboard.press('Tab');
  await page.keyboard.type('No mouse was harmed.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo(page, 'Your reply');
  await page.keyboard.type('One more thing.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('log').getByText('One more thing.')).toBeVisible();
  await expect(page.getByLabel('Your reply')).toBeFocused();
  await tabTo(page, 'Close ticket', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('You closed this ticket')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen ticket' })).toBeFocused();
});

test('shows a ticket on its own page on a phone, with a link back to the filtered list', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page);
  await page.goto('/customer/tickets?state=closed');
  await page.locator('.ticket-list').getByRole('link').first().click();
  await expect(page.getByRole('log')).toBeVisible();
  await expect(page.locator('.ticket-list')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('link', { name: 'All tickets' }).click();
  await expect(page).toHaveURL(/\/customer\/tickets\?state=closed$/);
  await expect(page.locator('.ticket-list')).toBeVisible();
});

/** Walks to what bears this name, as far as a patient reader would. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const here = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
      return here.labels?.[0]?.textContent ?? here.textContent;
    });
    if (focused?.trim() === name) return;
  }
  throw new Error(`“${name}” was not reached by ${key}.`);
}
