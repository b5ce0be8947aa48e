/** What the browser keeps of a cart line, under the key `cart`, and nothing else (specification §3.1). */
export type CartLine = { id: number; vid: number; qty: number };

export const MAX_LINES = 100;
export const MAX_QTY = 999;
/** Of products and variants. */
export const MAX_ID = 2_147_483_647;

/** Lines of the same variant become one with the sum of their quantities, in the order they first came. */
export function mergeLines<L extends CartLine>(lines: readonly L[]): L[] {
  const byVariant = new Map<number, L>();
  for (const line of lines) {
    const known = byVariant.get(line.vid);
    byVariant.set(line.vid, known ? { ...known, qty: known.qty + line.qty } : line);
  }
  return [...byVariant.values()];
}

/** Parses a stored cart: invalid lines are dropped, quantities limited. */
export function parseStoredCart(stored: unknown): CartLine[] {
  if (!Array.isArray(stored)) return [];
  const lines = stored.filter(isCartLine).map(({ id, vid, qty }) => ({ id, vid, qty }));
  return mergeLines(lines)
    .map((line) => ({ ...line, qty: Math.min(line.qty, MAX_QTY) }))
    .slice(0, MAX_LINES);
}

function isCartLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null) return false;
  const { id, vid, qty } = value as Record<string, unknown>;
  const isWhole = (part: unknown) => Number.isSafeInteger(part) && Number(part) > 0;
  return [id, vid].every((part) => isWhole(part) && Number(part) <= MAX_ID) && isWhole(qty);
}
