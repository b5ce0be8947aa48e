import { signInAsNew } from '../operate.ts';
import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';
import { violations } from '../violations.ts';

test('a customer is found, signed out, and deleted once the address is typed', async ({ page, browser, baseURL }) => {
  const readers = await browser.newContext({ baseURL: baseURL! });
  const username = await signInAsNew(await readers.newPage());
  await readers.close();
  const email = `${username}@example.com`;
  await openBackOffice(page, '/admin/customers');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(username);
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nurul Huda');
  await expect(page.getByRole('listitem').filter({ hasText: 'last seen' })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
  await page.getByText('Delete account', { exact: true }).first().press('Enter');
  await page.getByLabel('Email of the account').fill('other@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').getByText('This does not fit the account any more.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeEnabled();
  await page.getByLabel('Email of the account').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deleted account');
});
