import type { Locator } from '@playwright/test';
import { expect, mailTo, type Page } from './shop.ts';

export const NEW_PASSWORD = 'a quiet evening';

/** Somebody who has just opened an account, signed in on the profile page; answers their address. */
export async function newCustomer(page: Page, baseURL: string | undefined): Promise<string> {
  const email = `profile-${crypto.randomUUID()}@example.com`;
  const account = { displayName: 'Siti Aminah', email, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  await page.request.post(`${baseURL}/customer/auth/register`, { data: account });
  const token = tokenIn(await mailTo(email, 'Activate'), 'activate');
  await page.context().clearCookies();
  await page.request.post(`${baseURL}/api/auth/activate`, { data: { token, password: NEW_PASSWORD } });
  await signInAs(page, email, NEW_PASSWORD);
  return email;
}

export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/customer/auth/login?to=%2Fprofile');
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Personal details' })).toBeVisible();
}

/** The token of the link in an email. */
export function tokenIn(mail: string, purpose: string): string {
  return new RegExp(`#${purpose}=([\\w-]+)`).exec(mail)![1]!;
}

/** A section of the profile page, brought near: the script of some is fetched only then. */
export async function profileSection(page: Page, id: 'passkeys' | 'secondStep'): Promise<Locator> {
  const section = page.locator(`#${id}`);
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('heading')).toBeVisible();
  return section;
}
