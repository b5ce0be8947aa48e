import { operate } from '../operate.ts';
import { expect, mailTo, signIn, test, type Page } from '../shop.ts';

/** What was searched for in vain, asked for on the contact page. */
async function askFor(page: Page, words: string): Promise<void> {
  await page.goto(`/browse?q=${encodeURIComponent(words)}`);
  await page.getByRole('link', { name: 'Ask us to find it' }).click();
}

async function writeAsGuest(page: Page, email: string): Promise<void> {
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('I’m looking for: zzyzx quux');
  await page.getByLabel('Your name').fill('Aminah');
  await page.getByLabel('Your message').fill('It has a red cover.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('It has a red cover.');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you, we have your message' })).toBeVisible();
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    test('a guest asks for a book, gets an answer and replies through the emailed link', async ({ page }) => {
      const email = `asker-${javaScriptEnabled}-${Date.now()}@example.com`;
      await askFor(page, 'zzyzx quux');
      await writeAsGuest(page, email);
      const mail = await mailTo(email, 'We’ve received your message');
      expect(mail).toContain('It has a red cover.');
      const link = /http:\/\/\S+\/ticket\/\S+/.exec(mail)![0];
      const number = /T-\d+/.exec(mail)![0];
      await operate('ticket', 'reply', number, 'It is a cookery book.', '--as', 'Mei Ling');
      expect(await mailTo(email, `Our reply to your ticket ${number}`)).toContain(link);
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: `Ticket ${number}` })).toBeVisible();
      await expect(page.getByText('It is a cookery book.')).toBeVisible();
      await page.getByLabel('Your reply').fill('That is the one!');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'That is the one!' })).toBeVisible();
      await page.getByRole('button', { name: 'Close ticket' }).click();
      await expect(page.getByText('This ticket is closed. Reply to reopen it.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Close ticket' })).toBeHidden();
    });
  });

test('a signed-in customer opens a ticket with the search text filled in', async ({ page }) => {
  await signIn(page, 'newcomer');
  await askFor(page, 'zzyzx quux');
  await expect(page.getByLabel('Your name')).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Contact us', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await expect(form.getByLabel('Subject', { exact: true })).toHaveValue('I’m looking for: zzyzx quux');
  await expect(form.getByText('About a page of the shop')).toBeVisible();
});
