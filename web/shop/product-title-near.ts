/** The title of the book that a button belongs to. */
export function productTitleNear(button: Element): string {
  return button.closest('article')?.querySelector('h1, h2, h3')?.textContent ?? '';
}
