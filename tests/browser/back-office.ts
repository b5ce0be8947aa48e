import { signIn, type Page } from './shop.ts';

/** Signs in as staff and opens a page of the back office. */
export async function openBackOffice(page: Page, path = '/admin'): Promise<void> {
  await signIn(page, 'staff', `/customer/auth/login?back=${encodeURIComponent(path)}`);
  await page.waitForURL(`**${path}`);
}
