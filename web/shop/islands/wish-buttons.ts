import { wishListPath, localizedPath, splitLocale } from '#contract/pages.ts';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import {
  guestWishList,
  onRemoteGuestWishListChange,
  setGuestWish,
  mergeGuestWishList,
} from '../../browser/guest-wish-list.ts';
import { isSignedIn } from '../../browser/session.ts';
import { fillPlaceholders, productTitleNear, showToast, type ToastAction, toastMessages } from './toast.ts';

onRemoteGuestWishListChange(() => {
  if (!isSignedIn()) showGuestWishList();
});

/** Marks the hearts of the titles that are wished; what a guest had wished joins the list of whoever signed in. */
export async function showWishList(): Promise<void> {
  await whenVisible();
  const page = document.querySelector<HTMLElement>('[data-island=wish-list]');
  if (!isSignedIn()) {
    if (page && page.dataset.ids !== guestWishList().join('.')) return location.replace(guestWishListPath());
    showGuestWishList();
    return;
  }
  if (page) return location.replace(toastMessages().wishList.href);
  loadVotes();
  try {
    const merged = await mergeGuestWishList();
    if (merged.length > 0) showMergedToast(merged);
    const { items } = await sendRequest('getWishList');
    setPressedButtons(items);
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
  }
}

/** What the customer found helpful is marked beside what they wish for: the first script has no room for it. */
function loadVotes(): void {
  const list = document.querySelector<HTMLElement>('[data-island=reviews]');
  if (list)
    import('./review-votes.ts').then(
      (votes) => votes.showVotes(list),
      () => {},
    );
}

/** A page that is prepared in advance may never be seen, and neither would what it tells. */
async function whenVisible(): Promise<void> {
  if (!('prerendering' in document && document.prerendering)) return;
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
}

/** Puts a title on the wish list or takes it off, at once on screen: a customer's on the server, a guest's here. */
export async function toggleWishButton(heart: HTMLElement): Promise<void> {
  const id = productIdOf(heart);
  const isWished = heart.ariaPressed !== 'true';
  if (!isSignedIn()) return toggleGuestWish(heart, isWished);
  setPressed(id, isWished);
  try {
    const { wished } = await sendRequest('toggleWish', { body: { objectID: id } });
    setPressed(id, wished);
    if (wished && heart.closest('[data-lists]')) await offerLists(heart);
    else showWishToast(heart, wished);
  } catch (error) {
    setPressed(id, !isWished);
    if (!(error instanceof ApiRequestError)) throw error;
    if (!isSignedIn()) return toggleGuestWish(heart, isWished);
    showToast({ text: fillPlaceholders(toastMessages().failed, { title: productTitleNear(heart) }) });
  }
}

/** Says that a title is on the wish list, and beside it where else it could be. */
async function offerLists(heart: HTMLElement): Promise<void> {
  const choice = await import('./list-choice.ts').catch(() => undefined);
  const others = await choice?.loadLists();
  if (!choice || !others || others.length === 0) return showWishToast(heart, true);
  const run = () => choice.chooseList({ heart, lists: others, onMoved: () => setPressed(productIdOf(heart), false) });
  showWishToast(heart, true, { label: choice.listMessages(heart).change, run });
}

/** A browser that keeps nothing leads to the sign-in page, which puts the title on the list and leads back. */
function toggleGuestWish(heart: HTMLElement, isWished: boolean): void {
  const id = productIdOf(heart);
  if (!setGuestWish(id, isWished)) {
    location.assign(`${toastMessages().signIn.href}&wish=${id}`);
    return;
  }
  setPressed(id, isWished);
  updateWishListLinks();
  showWishToast(heart, isWished);
}

function showWishToast(heart: HTMLElement, isWished: boolean, choice?: ToastAction): void {
  const words = toastMessages();
  const text = fillPlaceholders(isWished ? words.wished : words.unwished, { title: productTitleNear(heart) });
  if (!isWished) showToast({ text });
  else showToast({ text, action: choice ?? (isSignedIn() ? words.wishList : words.signIn) });
}

function showMergedToast(titles: readonly string[]): void {
  const { merged, wishList } = toastMessages();
  const list = new Intl.ListFormat(document.documentElement.lang).format(titles);
  showToast({ text: fillPlaceholders(merged, { titles: list }), action: wishList });
}

function showGuestWishList(): void {
  setPressedButtons(guestWishList());
  updateWishListLinks();
}

function updateWishListLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-show=wish-list]'))
    link.href = guestWishListPath();
}

/** The list's own address names its titles. */
function guestWishListPath(): string {
  return localizedPath(splitLocale(location.pathname).locale, wishListPath(guestWishList()));
}

function setPressedButtons(ids: readonly string[]): void {
  const wished = new Set(ids);
  for (const heart of wishButtons()) heart.ariaPressed = String(wished.has(productIdOf(heart)));
}

function setPressed(id: string, isWished: boolean): void {
  for (const heart of wishButtons()) if (productIdOf(heart) === id) heart.ariaPressed = String(isWished);
}

function wishButtons(): NodeListOf<HTMLButtonElement> {
  return document.querySelectorAll<HTMLButtonElement>('button.wish-button');
}

function productIdOf(heart: HTMLElement): string {
  return heart.dataset.id!;
}
