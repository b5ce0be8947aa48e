import { splitLocale } from '#contract/pages.ts';
import { formatCount } from '#domain/count.ts';
import { DEFAULT_LOCALE } from '#domain/locale.ts';
import { addToCart, cartCount, onCartChange } from '../browser/cart.ts';
import { isSignedIn, onSessionChange } from '../browser/session.ts';
import { store } from '../browser/storage.ts';
import { chooseTheme, isDark } from '../browser/theme.ts';
import { adoptCartCookie } from './adopt-cart-cookie.ts';

/* The first script of every shop page: it listens for intent and fetches the island that answers it. */

const root = document.documentElement;

/* Who reads the shop in a language goes on in it in the customer area; English is also where everybody begins. */
if (root.lang !== DEFAULT_LOCALE) store('locale', root.lang);

addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.island === 'add-to-cart') {
    event.preventDefault();
    addFrom(form);
  }
});

addEventListener('click', (event) => {
  const target = (event.target as Element).closest<HTMLElement>('[data-click]');
  if (!target) return;
  if (target.dataset.click === 'locale') store('locale', target.lang);
  if (target.dataset.click === 'theme') chooseTheme(isDark() ? 'light' : 'dark');
  if (target.dataset.click === 'wish') {
    event.preventDefault();
    void import('./islands/wish.ts').then((wish) => wish.toggle(target));
  }
  if (target.dataset.click === 'cart' && !isModified(event)) {
    event.preventDefault();
    void openDrawer();
  }
});

addEventListener('change', (event) => {
  const form = (event.target as HTMLInputElement).form;
  if (form?.dataset.island === 'auto-submit') form.requestSubmit();
});

addEventListener('focusin', (event) => {
  const input = event.target as HTMLInputElement;
  if (input.dataset?.island === 'suggest') void import('./islands/suggest.ts').then((suggest) => suggest.start(input));
});

addEventListener('keydown', (event) => {
  if (event.key !== '/' || (event.target as Element).closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>('[data-island=suggest]')?.focus();
});

function addFrom(form: HTMLFormElement): void {
  const fields = new FormData(form);
  const [id, vid] = String(fields.get('line')).split('.').map(Number);
  if (!id || !vid) return;
  addToCart({ id, vid, qty: Number(fields.get('qty') ?? 1) || 1 });
  void openDrawer();
}

function openDrawer(): Promise<void> {
  if (document.querySelector('[data-island=cart-page]')) return Promise.resolve();
  return import('./islands/cart-drawer.tsx').then((drawer) => drawer.open());
}

function showCount(): void {
  const count = cartCount();
  for (const badge of document.querySelectorAll<HTMLElement>('[data-show=cart-count]')) {
    badge.textContent = formatCount(count, splitLocale(location.pathname).locale);
    badge.hidden = count === 0;
  }
}

function showSession(): void {
  root.toggleAttribute('data-member', isSignedIn());
}

function isModified(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
}

adoptCartCookie();
showCount();
onCartChange(showCount);
onSessionChange(showSession);
if (document.querySelector('[data-island=cart-page]'))
  void import('./islands/cart-page.tsx').then((page) => page.start());
if (isSignedIn() && document.querySelector('[data-click=wish]'))
  requestIdleCallback?.(() => void import('./islands/wish.ts').then((wish) => wish.showWishes()));
