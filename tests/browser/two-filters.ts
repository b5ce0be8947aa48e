import type { Page } from './shop.ts';

/** Searches a list for 978 and chooses from its first menu before the page can show the search; returns what was chosen. */
export function changeTwoFilters(page: Page): Promise<string> {
  return page
    .getByRole('main')
    .getByRole('searchbox')
    .evaluate((search: HTMLInputElement) => {
      const menu = document.querySelector<HTMLSelectElement>('main select')!;
      const chosen = [...menu.options].find((option) => !option.selected)!.value;
      search.value = '978';
      search.form!.requestSubmit();
      menu.value = chosen;
      menu.dispatchEvent(new Event('change', { bubbles: true }));
      return chosen;
    });
}
