import { parsePostalCode } from '#domain/shipping.ts';
import { getStored, onStorageChange, removeStored, setStored } from './storage.ts';

/* What was chosen on the way to the checkout and is kept beside the cart: the coupon's code and the postal code. */

type CheckoutInput = 'coupon' | 'postalCode';
const MAX_COUPON_LENGTH = 64;

const listeners = new Set<() => void>();
/** For a browser that keeps nothing: until the page goes. */
const fallback: Partial<Record<CheckoutInput, string>> = {};

/** The code of the cart's coupon; whether it may be used is checked wherever it is shown. */
export function storedCouponCode(): string | undefined {
  const code = readInput('coupon');
  return code.length > 0 && code.length <= MAX_COUPON_LENGTH ? code : undefined;
}

export function storeCouponCode(code: string): void {
  writeInput('coupon', code);
}

/** The postal code that the parcel shall go to, as five digits, or nothing; whether we deliver there is another matter. */
export function storedPostalCode(): string {
  return parsePostalCode(readInput('postalCode')) ?? '';
}

/** Remembers a postal code once it is whole. */
export function storePostalCode(typed: string): void {
  const code = parsePostalCode(typed);
  if (code !== undefined && code !== storedPostalCode()) writeInput('postalCode', code);
}

export function clearCheckoutInput(choice: CheckoutInput): void {
  delete fallback[choice];
  removeStored(choice);
  notifyListeners();
}

/** Calls back when one of them changes, here or in another tab. */
export function onCheckoutInputChange(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

function readInput(choice: CheckoutInput): string {
  return getStored(choice) ?? fallback[choice] ?? '';
}

function writeInput(choice: CheckoutInput, value: string): void {
  fallback[choice] = value;
  setStored(choice, value);
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

onStorageChange(['coupon', 'postalCode'], () => {
  delete fallback.coupon;
  delete fallback.postalCode;
  notifyListeners();
});
