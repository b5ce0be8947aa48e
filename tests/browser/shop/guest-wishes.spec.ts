import { signInAsNew } from '../operate.ts';
import { expect, signIn, test, type Page } from '../shop.ts';

const BOOK = '/book/1/anne-of-green-gables';

const heart = (page: Page) => page.getByRole('button', { name: 'Add “Anne of Green Gables” to wish list' }).first();
const toast = (page: Page) => page.locator('.toast');

test('keeps a guest’s wish list after a reload, with keyboard-operable hearts', async ({ page }) => {
  await page.goto(BOOK);
  await heart(page).focus();
  await page.keyboard.press('Space');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(toast(page)).toHaveAttribute('aria-live', 'polite');
  await expect(toast(page)).toContainText('“\u2068Anne of Green Gables\u2069” was added to your wish list.');
  await page.reload();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');

  await page.locator('.site-header').getByRole('link', { name: 'Wish list' }).click();
  await expect(page).toHaveURL(/\/wish-list\?ids=1$/);
  await expect(page.getByRole('heading', { name: 'Anne of Green Gables' })).toBeVisible();
  await heart(page).click();
  await expect(toast(page)).toContainText('was removed from your wish list');
  await page.reload();
  await expect(page).toHaveURL(/\/wish-list$/);
  await expect(page.getByText('Your wish list is empty')).toBeVisible();
});

test('merges the guest wish list at sign-in and reports the added titles', async ({ page }) => {
  const username = await signInAsNew(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goto(BOOK);
  await heart(page).click();
  await toast(page).getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/auth\/login/);
  await signIn(page, username, page.url());
  await expect(page).toHaveURL(new RegExp(`${BOOK}$`));
  await expect(toast(page)).toContainText('Added to your wish list: Anne of Green Gables');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => localStorage.getItem('wishList'))).toBeNull();
  await toast(page).getByRole('link', { name: 'View wish list' }).click();
  await expect(page).toHaveURL(/\/customer\/wish-list$/);
  await expect(page.getByRole('heading', { name: 'Anne of Green Gables' })).toBeVisible();
});

test('merges the guest wish list in the customer area and clears it at sign-out', async ({ page }) => {
  const username = await signInAsNew(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.evaluate(() => localStorage.setItem('wishList', '["1","2"]'));
  await signIn(page, username);
  await expect(page.getByRole('status').filter({ hasText: 'Added to your wish list:' })).toContainText(
    'Anne of Green Gables',
  );
  await page.evaluate(() => localStorage.setItem('wishList', '["3"]'));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await page.evaluate(() => localStorage.getItem('wishList'))).toBeNull();
});

test('without local storage asks to sign in and then adds the book', async ({ page }) => {
  const username = await signInAsNew(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goto(BOOK);
  await page.evaluate(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (this: Storage, key, value) {
      if (key === 'wishList') throw new DOMException('full', 'QuotaExceededError');
      set.call(this, key, value);
    };
  });
  await heart(page).click();
  await expect(page).toHaveURL(/\/auth\/login\?back=.*wish=1$/);
  await signIn(page, username, page.url());
  await expect(page).toHaveURL(new RegExp(`${BOOK}$`));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
});
