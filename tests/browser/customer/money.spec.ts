import { readFileSync } from 'node:fs';
import { openAnsweredTicket } from '../operate.ts';
import { expect, mailTo, PASSWORD, signIn, test, type Page } from '../shop.ts';

let customers = 0;

/** Registers and activates a customer of this test's own; answers the e-mail to sign in with. */
async function newCustomer(page: Page): Promise<string> {
  customers += 1;
  const email = `money${process.pid}-${customers}@example.com`;
  const person = { displayName: 'Nur Aini', email, password: PASSWORD, confirmPassword: PASSWORD };
  await page.request.post('/customer/auth/register', { data: person });
  const token = /#activate=(\S+)/.exec(await mailTo(email, 'ctivate'))![1];
  await page.request.post('/api/auth/activate', { data: { token } });
  return email;
}

test('dashboard shows greeting, what needs the customer, shelf, open orders, spending and tickets', async ({
  page,
}) => {
  await signIn(page);
  await openAnsweredTicket(page, 'Is there a sequel?', 'There is.');
  await page.goto('/customer/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Aisyah$/);
  await expect(page.getByText(/Your account as of \d{1,2}:\d\d\s(am|pm)\./)).toBeVisible();
  const now = page.getByRole('region', { name: 'For you now' }).getByRole('listitem');
  await expect(now.first()).toContainText('is waiting for your payment');
  await expect(now.filter({ hasText: 'Is there a sequel?' })).toBeVisible();
  await expect(now.last()).toContainText('is on its way');
  await expect(page.getByRole('region', { name: 'Open orders' }).getByRole('listitem')).toContainText(['Paid']);
  const shelf = page.getByRole('region', { name: 'Your shelf' });
  await expect(shelf.getByText(/^Next: book 2 of Dune/)).toBeVisible();
  await page.getByText('Spending by month').click();
  await expect(page.getByRole('img', { name: /What you paid, minus refunds/ })).toBeVisible();
  await page.getByText('Show as table').click();
  await expect(page.getByRole('table', { name: 'Spending by month' }).getByRole('row')).toHaveCount(14);
  await expect(page.getByRole('region', { name: 'Your tickets' })).toContainText(
    'Could you wrap this order as a gift?',
  );
});

test('dashboard welcomes a new customer with recommendations and member savings', async ({ page }) => {
  await signIn(page, await newCustomer(page));
  await page.goto('/customer/dashboard');
  await expect(page.getByText('Delivery to Peninsular Malaysia is free from RM 131.00.')).toBeVisible();
  const picks = page.getByRole('region', { name: 'What others are reading' }).getByRole('listitem');
  await expect(picks).toHaveCount(6);
  await expect(page.getByText(/Members save RM/).first()).toBeVisible();
});

test('filters transactions by the URL and downloads the statement', async ({ page }) => {
  await signIn(page);
  await page.goto('/customer/my-transactions');
  const rows = page.locator('.transactions tbody tr');
  await expect(rows.first()).toContainText('RM');
  await page.getByLabel('Type').selectOption('refund');
  await expect(page).toHaveURL(/\?kind=refund$/);
  await page.goto('/customer/my-transactions?from=2000-01-01&to=2000-01-31');
  await expect(page.getByRole('heading', { name: 'No transactions found.' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(rows.first()).toBeVisible();
  await expect(page.getByLabel('From')).toHaveValue('');
  await page.goto('/customer/my-transactions?page=1');
  await page.getByLabel('Order number').focus();
  await page.getByLabel('Order number').blur();
  await expect(rows.first()).toBeVisible();
  await expect(page).toHaveURL(/\?page=1$/);
  await page.getByLabel('Order number').fill('bk-100003');
  await page.getByLabel('Order number').press('Enter');
  await expect(page).toHaveURL(/\?q=bk-100003$/);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Payment');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download statement' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('statement.csv');
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFDate,Order,Type,Method,Amount (RM),Balance (RM)\r\n')).toBe(true);
  expect(text).toContain('BK-100003,Payment,Bank transfer,-');
});

test('validates, saves, sets as default and removes an address', async ({ page }) => {
  await signIn(page, await newCustomer(page), '/customer/auth/login?to=%2Fmy-address');
  const add = async (zip: string, name: string) => {
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByLabel('Postal code').pressSequentially(zip);
    await page.getByLabel('Full name').fill(name);
    await page.getByLabel('Phone').fill('012-345 6789');
    await page.getByLabel('Street address').fill('1, Jalan Satu');
    await page.getByLabel('City').fill('City');
    await page.getByRole('button', { name: 'Save address' }).click();
    await expect(page.getByRole('dialog', { name: 'Add address' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add address' })).toBeFocused();
  };
  await page.getByRole('button', { name: 'Add address' }).click();
  const zip = page.getByLabel('Postal code');
  await zip.pressSequentially('9999');
  await expect(page.getByText('Postal Code Invalid')).toBeHidden();
  await zip.pressSequentially('9');
  await expect(page.getByText('Postal Code Invalid')).toBeVisible();
  await zip.fill('5048');
  await expect(page.getByText('Postal Code Invalid')).toBeHidden();
  await zip.blur();
  await expect(page.getByText('Postal Code Invalid')).toBeVisible();
  await zip.fill('93350');
  await expect(page.getByLabel('State')).toHaveValue('Sarawak');
  await zip.fill('50480');
  await expect(page.getByLabel('State')).toHaveValue('Kuala Lumpur');
  await page.getByLabel('State').selectOption('Selangor');
  await zip.fill('10050');
  await expect(page.getByLabel('State')).toHaveValue('Selangor');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await add('50480', 'First');
  await add('93350', 'Second');
  const cards = page.getByRole('article');
  await expect(cards.first()).toContainText('Second');
  await expect(page.getByText('Default', { exact: true })).toHaveCount(1);
  await cards.first().getByRole('button', { name: 'Set as default' }).click();
  await expect(cards.first().getByText('Default', { exact: true })).toBeVisible();
  await cards.first().getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'My addresses' })).toBeFocused();
  await expect(cards.getByText('Default', { exact: true })).toBeVisible();
});

test('returns to the book after sign-in with the title on the wish list', async ({ page, context }) => {
  const email = await newCustomer(page);
  await page.goto('/browse?q=anne');
  const heart = page.locator('.wish-button').first();
  const name = (await heart.getAttribute('aria-label'))!;
  await heart.click();
  await page.locator('.toast').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/customer\/auth\/login/);
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/customer\/auth\/login/);
  await signIn(page, email, page.url());
  await expect(page).toHaveURL(/\/browse\?q=anne$/);
  await expect(page.locator('.wish-button').first()).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/customer/wish-list');
  await expect(page.getByRole('article')).toHaveCount(1);
  const move = page.getByRole('button', { name: /^Move to cart/ });
  const title = /“(.*)”/.exec((await move.getAttribute('aria-label'))!)![1]!;
  expect(name).toContain(title);
  await context.setOffline(true);
  await page.getByRole('button', { name: /from wish list$/ }).click();
  await expect(page.locator('.toast-danger')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await context.setOffline(false);
  await move.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('heading', { name: 'Your wish list is empty.' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto('/customer/checkout');
  await expect(page.locator('.cart-line')).toContainText(title);
  await expect(page.locator('.cart-line output')).toHaveText('1');
});

test('redirects after sign-in only within this shop', async ({ page }) => {
  const email = await newCustomer(page);
  await signIn(page, email, '/customer/auth/login?wish=1&back=%2F%2Fevil.example%2F');
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
});

test('keeps the cart through sign-in and reports what changed', async ({ page }) => {
  const email = await newCustomer(page);
  await page.goto('/browse?q=dune');
  await page.getByRole('button', { name: 'Add to cart: “Dune”' }).click();
  await expect(page.getByRole('dialog').getByText(/Members save RM [\d.]+ on this cart/)).toBeVisible();
  await signIn(page, email);
  const report = page.getByRole('status', { name: 'We’ve restored your cart' });
  await expect(report).toContainText('1 book');
  await expect(report).toContainText(/You save RM [\d.]+ with member prices/);
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  await page.getByRole('link', { name: 'Checkout' }).first().click();
  await expect(page.locator('.cart-line')).toContainText('Dune');
  await page.goBack();
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  await expect(report).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(report).toBeHidden();
});

test('reports products of a restored cart that are no longer available', async ({ page }) => {
  await page.goto('/browse?q=dune');
  await page.getByRole('button', { name: 'Add to cart: “Dune”' }).click();
  await expect(page.getByRole('dialog').getByText('Dune').first()).toBeVisible();
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('cart')!);
    localStorage.setItem(
      'cart',
      JSON.stringify([
        { ...line, qty: 999 },
        { id: 2_000_000, vid: 2_000_000, qty: 1 },
      ]),
    );
  });
  await page.goto('/cart');
  await expect(page.getByText('One book is no longer available')).toBeVisible();
  await expect(
    page.getByText(/“.Dune.”: only \d+ left, so the quantity in your cart is now \d+ instead of 999\./),
  ).toBeVisible();
  await expect(page.locator('.cart-line output')).not.toHaveText('999');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(/instead of 999/)).toBeHidden();
});
