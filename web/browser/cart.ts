import { MAX_QTY, mergeLines, repairCart, type CartLine } from '#domain/cart.ts';
import { onStoredElsewhere, readStored, store } from './storage.ts';

const listeners = new Set<() => void>();
let lines: readonly CartLine[] | undefined;

/** The cart that this browser keeps, shared by shop and customer area; the same array until it changes. */
export function cartLines(): readonly CartLine[] {
  lines ??= read();
  return lines;
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
  write(mergeLines([...cartLines(), line]).map((one) => ({ ...one, qty: Math.min(one.qty, MAX_QTY) })));
}

/** Changes how many copies of a variant are in the cart; 0 takes it out. */
export function setQty(vid: number, qty: number): void {
  write(
    cartLines().flatMap((line) => (line.vid !== vid ? line : qty > 0 ? { ...line, qty: Math.min(qty, MAX_QTY) } : [])),
  );
}

/** Puts a line back where it was. */
export function putBack(line: CartLine, index: number): void {
  write(cartLines().toSpliced(index, 0, line));
}

export function emptyCart(): void {
  write([]);
}

function write(next: readonly CartLine[]): void {
  lines = next;
  store('cart', JSON.stringify(next));
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function read(): CartLine[] {
  try {
    return repairCart(JSON.parse(readStored('cart') ?? '[]'));
  } catch {
    return [];
  }
}

onStoredElsewhere(['cart'], () => {
  lines = undefined;
  tell();
});
