import { getWishList, toggleWish } from '#contract/wish-lists.ts';
import { call, CallFailed } from '../../browser/client.ts';
import { isSignedIn } from '../../browser/session.ts';

/** Marks the hearts of the titles that the signed-in customer wished. */
export async function showWishes(): Promise<void> {
  try {
    const { items } = await call(getWishList);
    const wished = new Set(items);
    for (const heart of hearts()) mark(heart, wished.has(heart.dataset.id!));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}

/** Puts a title on the wish list or takes it off, at once on screen; a guest is asked to sign in and comes back. */
export async function toggle(heart: HTMLElement): Promise<void> {
  if (!isSignedIn()) return askToSignIn(heart);
  const objectID = heart.dataset.id!;
  const wasWished = heart.getAttribute('aria-pressed') === 'true';
  mark(heart, !wasWished);
  try {
    const { wished } = await call(toggleWish, { body: { objectID } });
    mark(heart, wished);
  } catch (error) {
    mark(heart, wasWished);
    if (!(error instanceof CallFailed)) throw error;
    if (!isSignedIn()) askToSignIn(heart);
  }
}

/** The sign-in page puts the title on the list and leads back here; its address carries both. */
function askToSignIn(heart: HTMLElement): void {
  const wanted = new URLSearchParams({ wish: heart.dataset.id!, back: location.pathname + location.search });
  location.assign(`/customer/auth/login?${wanted}`);
}

function hearts(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>('[data-click=wish]');
}

function mark(heart: HTMLElement, isWished: boolean): void {
  for (const same of hearts())
    if (same.dataset.id === heart.dataset.id) same.setAttribute('aria-pressed', String(isWished));
}
