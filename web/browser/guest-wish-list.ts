import { removeStored, onStorageChange, getStored, setStored } from './storage.ts';
import { sendRequest } from './api-client.ts';
import { isSignedIn } from './session.ts';

const MAX_GUEST_WISHES = 100;

/** The titles on the wish list that this browser keeps for a guest, as `objectID`s, newest first. */
export function guestWishList(): string[] {
  try {
    const stored: unknown = JSON.parse(getStored('wishList') ?? '[]');
    return Array.isArray(stored) ? [...new Set(stored.filter(isProductId))].slice(0, MAX_GUEST_WISHES) : [];
  } catch {
    return [];
  }
}

function isProductId(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value);
}

/** Toggles a title on the list; returns whether that could be stored. The oldest titles make room. */
export function setGuestWish(id: string, isWished: boolean): boolean {
  const others = guestWishList().filter((one) => one !== id);
  return setStored('wishList', JSON.stringify(isWished ? [id, ...others].slice(0, MAX_GUEST_WISHES) : others));
}

/** Takes titles off that are on the customer's own list now. */
export function removeGuestWishes(ids: readonly string[]): void {
  const rest = guestWishList().filter((id) => !ids.includes(id));
  if (rest.length > 0) setStored('wishList', JSON.stringify(rest));
  else removeStored('wishList');
}

/** Calls back when another tab changes the list. */
export function onRemoteGuestWishListChange(callback: () => void): void {
  onStorageChange(['wishList'], callback);
}

/** Merges the guest's list into the customer's; returns the titles that were not on it yet. */
export async function mergeGuestWishList(): Promise<string[]> {
  const objectIDs = guestWishList();
  if (!isSignedIn() || objectIDs.length === 0) return [];
  const { added } = await sendRequest('addWishes', { body: { objectIDs } });
  removeGuestWishes(objectIDs);
  return added.map(({ title }) => title);
}
