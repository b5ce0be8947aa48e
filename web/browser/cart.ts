import { MAX_QTY, mergeLines, parseStoredCart, type CartLine } from '#domain/pricing/cart.ts';
import { onStorageChange, getStored, setStored } from './storage.ts';

const listeners = new Set<() => void>();
let cachedLines: readonly CartLine[] | undefined;

/** The cart that this browser keeps, shared by shop and customer area; the same array until it changes. */
export function cartLines(): readonly CartLine[] {
  cachedLines ??= readCart();
  return cachedLines;
}

/** How many copies are in the cart. */
export function cartCount(): number {
  return cartLines().reduce((count, line) => count + line.qty, 0);
}

/** Calls back whenever the cart changes, here or in another tab. */
export function onCartChange(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

export function addToCart(line: CartLine): void {
  writeCart(mergeLines([...cartLines(), line]).map((one) => ({ ...one, qty: Math.min(one.qty, MAX_QTY) })));
}

/** Changes how many copies of a variant are in the cart; 0 takes it out. */
export function setQty(vid: number, qty: number): void {
  writeCart(
    cartLines().flatMap((line) => (line.vid !== vid ? line : qty > 0 ? { ...line, qty: Math.min(qty, MAX_QTY) } : [])),
  );
}

/** Puts a line back where it was. */
export function restoreLine(line: CartLine, index: number): void {
  writeCart(cartLines().toSpliced(index, 0, line));
}

export function clearCart(): void {
  writeCart([]);
}

function writeCart(next: readonly CartLine[]): void {
  cachedLines = next;
  setStored('cart', JSON.stringify(next));
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function readCart(): CartLine[] {
  try {
    return parseStoredCart(JSON.parse(getStored('cart') ?? '[]'));
  } catch {
    return [];
  }
}

onStorageChange(['cart'], () => {
  cachedLines = undefined;
  notifyListeners();
});

/**
 * Without JavaScript a cart lives in a cookie (`id.vid.qty` joined by `_`). Once scripts run, its lines join the
 * stored cart and the cookie goes.
 */
export function importCartCookie(): void {
  const lines = readCartCookie();
  document.cookie = 'cart=; path=/; max-age=0';
  for (const line of lines) addToCart(line);
}

/** Copies the stored cart to the cookie, if the script that shows it cannot load; returns whether it was copied. */
export function exportCartCookie(): boolean {
  const lines = cartLines();
  if (lines.length === 0) return false;
  const text = [...readCartCookie(), ...lines].map(({ id, vid, qty }) => `${id}.${vid}.${qty}`).join('_');
  document.cookie = `cart=${text}; path=/; max-age=2592000; samesite=lax`;
  const isKept = readCartCookie().length > 0;
  if (isKept) clearCart();
  return isKept;
}

function readCartCookie(): CartLine[] {
  const cookie = /(?:^|; )cart=([\d._]+)/.exec(document.cookie)?.[1];
  if (!cookie) return [];
  const lines = cookie.split('_').map((text) => {
    const [id, vid, qty] = text.split('.').map(Number);
    return { id, vid, qty };
  });
  return parseStoredCart(lines);
}
