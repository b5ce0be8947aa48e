import { CUSTOMER_AREA } from '#contract/pages.ts';
import { formatCount, DEFAULT_LOCALE, type Locale } from '#domain/locale.ts';
import {
  addToCart,
  cartCount,
  cartLines,
  onCartChange,
  setQty,
  importCartCookie,
  exportCartCookie,
} from '../browser/cart.ts';
import { isSignedIn, onSessionChange, setTheme, isDark } from '../browser/session.ts';
import { getStored, setStored } from '../browser/storage.ts';
import { reportFailure, watchFailures } from '../browser/watch-failures.ts';
import type { PromiseData } from './products/delivery-promise.tsx';
import { watchVitals } from './vitals.ts';

/* The first script of every shop page: it listens for intent and fetches the island that answers it. */

const root = document.documentElement;
/** Less than this is no way to go on, in pixels. */
const SCROLL_TOLERANCE = 4;

watchFailures();
watchVitals();

/* Who reads the shop in a language goes on in it in the customer area; English, where everybody begins, only once they
   go there. */
if (root.lang !== DEFAULT_LOCALE) setStored('locale', root.lang);

/** What answers a click; a link whose island does not come is followed. */
const CLICK_ISLANDS: Record<string, () => Promise<{ answerClick: (target: HTMLElement) => void }>> = {
  copy: () => import('../ui/copy-to-clipboard.ts'),
  share: () => import('./islands/share.ts'),
  vote: () => import('./islands/review-votes.ts'),
  filter: () => import('./islands/filters.ts'),
  viewer: () => import('./islands/viewer.ts'),
};

addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const { island } = form.dataset;
  if (island === 'notify' && isSignedIn()) {
    event.preventDefault();
    import('./islands/notify.ts').then(
      (notify) => notify.submitAsMember(form),
      () => form.submit(),
    );
  }
  if (!island || !['add-to-cart', 'add-missing', 'cart-toggle', 'wish'].includes(island)) return;
  event.preventDefault();
  if (island === 'add-to-cart') addFromForm(form);
  else if (island === 'cart-toggle') toggleInCart(form);
  else if (island === 'add-missing')
    import('./islands/cart-forms.ts').then((forms) => forms.addMissing(form)).then(openDrawer, () => form.submit());
  else
    import('./islands/wish-buttons.ts')
      .then((wish) => wish.toggleWishButton(form.querySelector('button')!))
      .catch(() => form.submit());
});

addEventListener('click', (event) => {
  if ((event.target as Element).closest(`a[href^='${CUSTOMER_AREA}']`)) setStored('locale', root.lang);
  const target = (event.target as Element).closest<HTMLElement>('[data-click]');
  if (!target) return;
  if (target.dataset.click === 'locale') setStored('locale', target.lang);
  if (target.dataset.click === 'theme') setTheme(isDark() ? 'light' : 'dark');
  if (target.dataset.click === 'shelf') scrollCarousel(target);
  const load = CLICK_ISLANDS[target.dataset.click!];
  if (load && !hasModifierKey(event)) {
    const { href } = target as HTMLAnchorElement;
    event.preventDefault();
    load().then(
      (island) => island.answerClick(target),
      () => href && location.assign(href),
    );
  }
  if (target.dataset.click === 'cart' && !hasModifierKey(event)) {
    event.preventDefault();
    void openDrawer();
  }
});

addEventListener('change', (event) => {
  const form = (event.target as HTMLInputElement).form;
  if (form?.dataset.island === 'auto-submit')
    import('./islands/filters.ts').then(
      (filters) => filters.submitFilters(form),
      () => form.requestSubmit(),
    );
});

addEventListener('focusin', (event) => {
  const input = event.target as HTMLInputElement;
  if (input.dataset?.island === 'suggest')
    import('./islands/search-suggestions.ts').then((suggest) => suggest.startSuggestions(input), reportFailure);
});

addEventListener('keydown', (event) => {
  if (event.key !== '/' || (event.target as Element).closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>('[data-island=suggest]')?.focus();
});

/** Safari has no idle callbacks. */
const whenIdle: (work: () => void) => void = window.requestIdleCallback ?? setTimeout;

function addFromForm(form: HTMLFormElement): void {
  const fields = new FormData(form);
  const [id, vid] = String(fields.get('line')).split('.').map(Number);
  if (!id || !vid) return;
  addToCart({ id, vid, qty: Number(fields.get('qty') ?? 1) || 1 });
  void openDrawer();
}

/** Where the drawer does not come, the cart's own page does. */
async function openDrawer(): Promise<void> {
  if (document.querySelector('[data-island=cart-page]')) return;
  try {
    const drawer = await import('./islands/cart.tsx');
    await drawer.openCartDrawer();
  } catch {
    location.assign(document.querySelector<HTMLAnchorElement>('[data-click=cart]')!.href);
  }
}

/** Puts one copy into the cart, or takes out all that are there, which a toast undoes. */
function toggleInCart(form: HTMLFormElement): void {
  const [id, vid] = form.dataset.line!.split('.').map(Number) as [number, number];
  const index = cartLines().findIndex((line) => line.vid === vid);
  const line = cartLines()[index];
  if (!line) {
    addToCart({ id, vid, qty: 1 });
    void openDrawer();
    return;
  }
  setQty(vid, 0);
  import('./islands/cart-forms.ts').then((forms) => forms.offerToRestore(form, { line, index }), reportFailure);
}

/** What is in the cart: how many copies at its link, and whether the one of each card is among them. */
function updateCartViews(): void {
  const count = cartCount();
  for (const badge of document.querySelectorAll<HTMLElement>('[data-show=cart-count]')) {
    badge.textContent = formatCount(count, root.lang as Locale);
    badge.hidden = count === 0;
  }
  const held = new Set(cartLines().map(({ id, vid }) => `${id}.${vid}`));
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-island=cart-toggle]'))
    updateCartToggle(form.querySelector('button')!, held.has(form.dataset.line!));
}

/** Its name holds the words that are seen. */
function updateCartToggle(button: HTMLButtonElement, isHeld: boolean): void {
  button.ariaPressed = String(isHeld);
  button.ariaLabel = (isHeld ? button.dataset.in : button.dataset.out)!;
}

/** Nearly a screen on, in the direction that is read. */
function scrollCarousel(arrow: HTMLElement): void {
  const row = carouselTrackOf(arrow);
  const direction = Number(arrow.dataset.step) * (root.dir === 'rtl' ? -1 : 1);
  row.scrollBy({ left: direction * row.clientWidth * 0.8 });
}

/** Whether a row of covers can scroll further, at either end. */
function updateCarouselArrows(row: Element): void {
  const { scrollLeft, scrollWidth, clientWidth, parentElement } = row;
  parentElement!.toggleAttribute('data-before', Math.abs(scrollLeft) > SCROLL_TOLERANCE);
  parentElement!.toggleAttribute('data-after', Math.abs(scrollLeft) + clientWidth < scrollWidth - SCROLL_TOLERANCE);
}

function carouselTrackOf(part: Element): Element {
  return part.parentElement!.querySelector('.carousel-track')!;
}

function updateAllCarouselArrows(): void {
  for (const row of document.querySelectorAll('.carousel-track')) updateCarouselArrows(row);
}

function updateMemberState(): void {
  root.toggleAttribute('data-member', isSignedIn());
}

function hasModifierKey(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
}

function loadWishButtons(): void {
  if (isSignedIn() || getStored('wishList') || document.querySelector('[data-island=wish-list]'))
    whenIdle(() => void import('./islands/wish-buttons.ts').then((wish) => wish.showWishList(), reportFailure));
}

const MAX_VIEWED = 12;

/** Keeps in this browser which titles were seen, one a line; a page that is prepared in advance was not. */
function rememberTitle(viewed: string): void {
  if (document.prerendering)
    return document.addEventListener('prerenderingchange', () => rememberTitle(viewed), { once: true });
  const others = (getStored('viewed') ?? '').split('\n').filter((one) => one !== viewed);
  setStored('viewed', [viewed, ...others].slice(0, MAX_VIEWED).join('\n'));
}

function showRecentlyViewed(place: HTMLElement): void {
  if (getStored('viewed'))
    import('./islands/recently-viewed.ts').then((recent) => recent.showRecentlyViewed(place), reportFailure);
}

/** The cart's page as an island; where that does not come, the server's page of what this browser kept. */
async function startCartPage(): Promise<void> {
  try {
    const page = await import('./islands/cart-page.tsx');
    importCartCookie();
    await page.mountCartPage();
  } catch {
    root.dataset.plain = '';
    if (exportCartCookie()) location.reload();
    addEventListener('click', ({ target }) => {
      if ((target as Element).closest(`a[href^="${CUSTOMER_AREA}"]`)) importCartCookie();
    });
  }
}

const DAY_MINUTES = 1440;

/** Says how much time is left to order, and where the parcel goes where that is known. */
function showPromise(place: HTMLElement): void {
  const { promises, places, within, by, time } = JSON.parse(place.dataset.promise!) as PromiseData;
  const promise = promises.find(({ until }) => until > Date.now());
  if (!promise) return place.replaceChildren();
  const zip = Number(getStored('postalCode'));
  const [, , zone, name] = places.find(([from, to]) => from <= zip && zip <= to) ?? places[0]!;
  const minutes = Math.ceil((promise.until - Date.now()) / 60_000);
  const values: Record<string, string> = {
    deadline: promise.deadline,
    dates: promise.dates[zone]!,
    place: name,
    hours: Math.floor(minutes / 60).toLocaleString(root.lang),
    minutes: (minutes % 60).toLocaleString(root.lang),
  };
  const sentence = minutes < DAY_MINUTES ? within.replace('{time}', time) : by;
  place.textContent = sentence.replace(/{(\w+)}/g, (_, key: string) => values[key]!);
}

for (const promise of document.querySelectorAll<HTMLElement>('[data-promise]')) {
  showPromise(promise);
  setInterval(showPromise, 30_000, promise);
}
const viewed = document.querySelector<HTMLElement>('[data-viewed-title]')?.dataset.viewedTitle;
if (viewed) rememberTitle(viewed);
const recent = document.querySelector<HTMLElement>('[data-island=recent]');
if (recent) showRecentlyViewed(recent);
const isCartPage = document.querySelector('[data-island=cart-page]') !== null;
if (isCartPage) void startCartPage();
else importCartCookie();
updateCartViews();
onCartChange(updateCartViews);
onSessionChange(updateMemberState);
addEventListener(
  'scroll',
  ({ target }) => {
    if (target instanceof Element && target.matches('.carousel-track')) updateCarouselArrows(target);
  },
  { capture: true, passive: true },
);
addEventListener('resize', updateAllCarouselArrows);
updateAllCarouselArrows();
loadWishButtons();
addEventListener('cardschange', () => {
  updateCartViews();
  loadWishButtons();
});
