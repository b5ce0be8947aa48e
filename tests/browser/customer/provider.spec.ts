import { expect, mailTo, signIn, test as quietTest, type Page } from '../shop.ts';

const IN_CONSOLE = 'Detailed error can be found in console.';

/** A test in which the console is to speak: what the shop said there as errors. */
const test = quietTest.extend<{ said: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- as in shop.ts; here nothing is expected of the console's silence
  quiet: async ({}, use) => use(),
  said: async ({ page }, use) => {
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && message.location().url.startsWith(process.env.SHOP_URL!))
        said.push(message.text());
    });
    await use(said);
  },
});

/** Goes to the provider from the sign-in page, and enters there by a name. */
async function enter(page: Page, login: string, path = '/customer/auth/login'): Promise<void> {
  await begin(page, path);
  await page.getByLabel('Login').fill(login);
  await page.getByRole('button', { name: 'Enter' }).click();
}

async function begin(page: Page, path = '/customer/auth/login'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Continue with BookID' }).click();
  await expect(page.getByRole('heading', { name: 'The provider' })).toBeVisible();
}

async function kept(page: Page): Promise<{ local: string[]; tab: string[] }> {
  return page.evaluate(() => ({
    local: Object.keys(localStorage).toSorted(),
    tab: Object.keys(sessionStorage).filter((key) => key.startsWith('oidc.')),
  }));
}

async function expectAlert(page: Page, text: string | RegExp): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(text);
  await expect(alert).toContainText(IN_CONSOLE);
  const { local, tab } = await kept(page);
  expect([local.includes('accessToken'), local.includes('loggedIn'), tab]).toEqual([false, false, []]);
  await alert.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL(/\/customer\/auth\/login$/);
}

let people = 0;
const somebody = () => `guest${(people += 1)}x${Date.now()}`;

quietTest('somebody new signs in by the provider and goes on to where they were going', async ({ page }) => {
  const login = somebody();
  await enter(page, login, '/customer/auth/login?to=%2Fprofile');
  await expect(page).toHaveURL(/\/customer\/profile$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  const profile = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo')!));
  expect(profile).toMatchObject({ email: `${login}@example.com`, providerId: 'BookID', hasPassword: false });
  const { local, tab } = await kept(page);
  expect(local).toEqual(expect.arrayContaining(['accessToken', 'loggedIn', 'tokenExpiry', 'userInfo']));
  expect(local.filter((key) => !/^(accessToken|loggedIn|tokenExpiry|userInfo|cart|theme|locale)$/.test(key))).toEqual(
    [],
  );
  expect(tab).toEqual([]);
  await page.reload();
  await expect(page).toHaveURL(/\/customer\/profile$/);
});

quietTest('a customer of the shop joins the provider from the register page, and is told by mail', async ({ page }) => {
  await enter(page, 'newcomer', '/customer/auth/register');
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^Good (morning|afternoon|evening), /);
  expect(await mailTo('newcomer@example.com', 'BookID')).toContain('for the first time');
});

quietTest('signing out ends the sign-in at the provider too, and leads back', async ({ page }) => {
  await enter(page, somebody());
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign out of the provider?' })).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/customer\/auth\/login/);
  expect(await kept(page)).toMatchObject({ tab: [] });
  expect((await kept(page)).local).not.toContain('accessToken');
  await begin(page);
});

quietTest('whoever came by password signs out without the provider', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/customer\/auth\/login/);
});

quietTest('where one was going is a page of ours, whatever the address says', async ({ page }) => {
  await enter(page, somebody(), `/customer/auth/login?to=${encodeURIComponent('//evil.example/x')}`);
  await expect(page).toHaveURL(`${process.env.SHOP_URL}/customer/dashboard`);
});

quietTest('the address of the callback without an answer leads to sign-in', async ({ page }) => {
  await page.goto('/customer/callback');
  await expect(page).toHaveURL(/\/customer\/auth\/login$/);
});

quietTest('a session that began meanwhile stays, with a warning', async ({ page, context }) => {
  await begin(page);
  const other = await context.newPage();
  await signIn(other);
  await page.getByLabel('Login').fill(somebody());
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByText('Login Attempt').first()).toBeVisible();
  await expect(page.getByText('You are already logged in!').first()).toBeVisible();
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo')!).email)).toBe('reader@example.com');
  expect((await kept(page)).tab).toEqual([]);
});

quietTest('the button warns too where another tab has signed in', async ({ page, context }) => {
  await page.goto('/customer/auth/login');
  await signIn(await context.newPage());
  await page.getByRole('button', { name: 'Continue with BookID' }).click();
  await expect(page.getByText('You are already logged in!').first()).toBeVisible();
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
});

const ANSWERS = {
  'an unknown state': ['?code=x&state=y', 'No matching state found in storage'],
  'no state': ['?code=x', 'No state in response'],
  'an answer in the fragment': ['#id_token=x', 'No state in response'],
  'an error of its own making': ['?error=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', '<img src=x onerror=alert(1)>'],
} as const;
for (const [name, [answer, error]] of Object.entries(ANSWERS))
  test(`rejects a callback with ${name}`, async ({ page, said }) => {
    await begin(page);
    await page.goto(`/customer/callback${answer}`);
    await expectAlert(page, error);
    expect(said).toHaveLength(1);
  });

test('rejects an authorization code that was used before', async ({ page, browser }) => {
  const returned = page.waitForRequest((request) => request.url().includes('/customer/callback?'));
  await enter(page, somebody());
  const address = (await returned).url();
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  const stranger = await browser.newPage();
  await stranger.goto(address);
  await expectAlert(stranger, 'No matching state found in storage');
  await stranger.close();
  await page.evaluate(() => localStorage.clear());
  await page.goto(address);
  await expectAlert(page, 'No matching state found in storage');
});

test('shows as text that the customer cancelled at the provider', async ({ page }) => {
  await begin(page);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expectAlert(page, 'access_denied: End-User <b>said</b> no');
});

const TOKENS = {
  wrong_nonce: 'nonce in id_token does not match',
  wrong_audience: 'Signing in with the other service failed.',
  expired: 'Signing in with the other service failed.',
} as const;
for (const [trait, sentence] of Object.entries(TOKENS))
  test(`rejects a token with ${trait.replace('_', ' ')}`, async ({ page, said }) => {
    await enter(page, `${somebody()}+${trait}`);
    await expectAlert(page, sentence);
    expect(said.length).toBeGreaterThan(0);
  });

test('does not link an account when the provider has not verified the address', async ({ page }) => {
  await enter(page, 'reader+unverified');
  await expectAlert(page, 'An account with this email address already exists.');
});

test('reports an unreachable provider and still accepts the password', async ({ page }) => {
  await page.route(`${process.env.PROVIDER_URL}/**`, (route) => route.abort());
  await page.goto('/customer/auth/login');
  await page.getByRole('button', { name: 'Continue with BookID' }).click();
  await expect(page.getByText(/We can’t reach BookID at the moment/).first()).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
});

test('shows an alert when the provider fails before it returns a token', async ({ page }) => {
  await begin(page);
  await page.route(`${process.env.PROVIDER_URL}/token`, (route) => route.abort());
  await page.getByLabel('Login').fill(somebody());
  await page.getByRole('button', { name: 'Enter' }).click();
  await expectAlert(page, 'Failed to fetch');
});
