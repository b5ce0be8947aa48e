import { addAuthenticator } from '../authenticator.ts';
import { newCustomer, profileSection } from '../new-customer.ts';
import { expect, mailTo, test, throughReload, type Page } from '../shop.ts';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
}

test('a passkey is added, named, signs in by the button, proves its owner and is removed', async ({
  page,
  context,
  baseURL,
}) => {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await addAuthenticator(context, page);
  const email = await newCustomer(page, baseURL);
  const section = await profileSection(page, 'passkeys');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByRole('listitem')).toContainText('Chrome · Linux');
  expect(await mailTo(email, 'Passkey added')).toContain('Chrome · Linux');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByRole('alert')).toHaveText('This device already has a passkey for your account.');
  await section.getByRole('button', { name: 'Rename' }).click();
  await section.getByLabel('Name').fill('Reading chair');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByRole('listitem')).toContainText('Reading chair');

  await signOut(page);
  await throughReload(page, () => page.getByRole('button', { name: 'Use a passkey' }).click());
  await expect(page).toHaveURL(/\/customer\/dashboard$/);

  await page.goto('/customer/profile');
  await profileSection(page, 'passkeys');
  const problem = { type: 'about:blank', title: '', status: 403, code: 'proof_required', detail: '' };
  const once = { times: 1 };
  await page.route('**/passkeys/remove', (route) => route.fulfill({ status: 403, json: problem }), once);
  await section.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(0);

  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('We couldn’t accept this passkey.');
});

test('the username field offers passkeys, and no script for it comes before somebody goes there', async ({
  page,
  context,
  baseURL,
}) => {
  await addAuthenticator(context, page);
  await newCustomer(page, baseURL);
  const section = await profileSection(page, 'passkeys');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await signOut(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/customer/auth/login', { waitUntil: 'networkidle' });
  expect(asked.filter((url) => /passkey/.test(url))).toEqual([]);
  await expect(page.getByLabel('Email or username')).toHaveAttribute('autocomplete', 'username webauthn');
  await throughReload(page, () => page.getByLabel('Email or username').hover());
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
});
