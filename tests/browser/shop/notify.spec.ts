import { operate, signInAsNew } from '../operate.ts';
import { tabTo } from '../keyboard.ts';
import { expect, mailTo, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';

/** The paperback is sold out. */
const SOLD_OUT = '/browse?q=9786299900689';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens the form, which is folded where another format can be bought. */
async function openForm(page: Page): Promise<void> {
  const folded = page.getByText('Notify me about another format');
  if (await folded.isVisible()) await folded.click();
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    test('a guest asks for a sold-out format, confirms by the emailed link and takes it back', async ({ page }) => {
      const email = `waiting-${javaScriptEnabled}-${Date.now()}@example.com`;
      await page.goto(SOLD_OUT);
      await openForm(page);
      await page.getByRole('button', { name: 'Notify me' }).click();
      await expect(heading(page, 'Notify me when available')).toBeVisible();
      await expect(page.getByText('Enter an email address')).toBeVisible();
      if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Notify me' }).click();
      await expect(heading(page, 'Please confirm your email address')).toBeVisible();
      const mail = await mailTo(email, 'Please confirm your alert');
      expect(mail).toContain('Carry On, Jeeves');
      await page.goto(/http:\/\/\S+\/alerts\/\S+/.exec(mail)![0]);
      await expect(page.getByText('Not confirmed yet')).toBeVisible();
      await page.getByRole('button', { name: 'Confirm: “Carry On, Jeeves”' }).click();
      await expect(page.getByText('· Waiting ·')).toBeVisible();
      if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove: “Carry On, Jeeves”' }).click();
      await expect(page.getByRole('heading', { name: 'There are no alerts.' })).toBeVisible();
    });
  });

test('a guest asks for a title that is not found, and for none without an email', async ({ page }) => {
  const email = `asking-${Date.now()}@example.com`;
  await page.goto('/browse?q=zzyzx+quux');
  await expect(page.getByLabel('ISBN, or title and author')).toHaveValue('zzyzx quux');
  await page.getByRole('button', { name: 'Request title' }).click();
  await expect(heading(page, 'Request this title')).toBeVisible();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Request title' }).click();
  await expect(heading(page, 'Please confirm your request')).toBeVisible();
  const link = /http:\/\/\S+\/alerts\/\S+/.exec(await mailTo(email, 'Please confirm your request'))![0];
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm: “zzyzx quux”' }).click();
  await expect(page.getByText('We’re looking for it')).toBeVisible();
  const requests: { id: string; email: string }[] = JSON.parse(await operate('request', 'list', '--json'));
  await operate('request', 'answer', requests.find((one) => one.email === email)!.id, 'It was never printed.');
  expect(await mailTo(email, 'About the title you requested')).toContain('It was never printed.');
  await page.goto(link);
  await expect(page.getByText('It was never printed.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a member asks for a title with the keyboard alone and sees it in the account', async ({ page }) => {
  await signInAsNew(page);
  await page.goto('/browse?q=zzyzx+quux');
  await tabTo(page, 'button', 'Request title');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'View alerts' })).toBeVisible();
  await page.goto('/customer/alerts');
  await expect(page.getByRole('heading', { name: 'Requested titles' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove: “zzyzx quux”' }).click();
  await expect(page.getByRole('heading', { name: 'Requested titles' })).toBeHidden();
});

test('a member asks with the keyboard alone, sees it in the account and removes it', async ({ page }) => {
  await signInAsNew(page);
  await page.goto(SOLD_OUT);
  await openForm(page);
  await expect(page.getByLabel('Email', { exact: true })).toBeHidden();
  await tabTo(page, 'button', 'Notify me');
  await page.keyboard.press('Enter');
  await expect(page.getByText('We’ll email you when “Carry On, Jeeves” is available.')).toBeVisible();
  await page.goto('/customer/alerts');
  await expect(page.getByRole('link', { name: 'Carry On, Jeeves' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove: “Carry On, Jeeves”' }).click();
  await expect(page.getByText('You have no alerts.')).toBeVisible();
});

test('a member turns the email about a price on and off, by keyboard, and it stays so', async ({ page }) => {
  await signInAsNew(page);
  await page.goto('/customer/wish-list?add=1');
  const box = page.getByRole('checkbox', { name: 'Email me if the price drops: “Anne of Green Gables”' });
  await expect(box).not.toBeChecked();
  await box.focus();
  for (const isOn of [true, false, true]) {
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/api/wish-list/price-alert') && response.ok(),
    );
    await page.keyboard.press('Space');
    await saved;
    await expect(box).toBeChecked({ checked: isOn });
  }
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(box).toBeChecked();
});
