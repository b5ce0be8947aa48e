import { expect, type Page } from './shop.ts';

type Role = 'button' | 'link' | 'textbox' | 'combobox' | 'checkbox' | 'radio';

/** More stops than any page has on the way to what it is for. */
const MOST_STOPS = 120;

/** Goes on with the Tab key until what is named has the focus. */
export async function tabTo(page: Page, role: Role, name: RegExp | string): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
