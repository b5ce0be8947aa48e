import { MAX_LINES, MAX_QTY, type CartLine } from './cart.ts';
import type { Sen } from './money.ts';

/** A line of an earlier order: so many copies at `price` sen each, before any coupon. */
export type OrderedLine = CartLine & { price: Sen };

/** How a variant is sold today; `price` in sen is this customer's. */
export type OnSale = { stock: number; price: Sen };

/**
 * What becomes of a line that is bought again: `qty` copies go into the cart. `fewer` is less than was ordered,
 * `full` finds no room in the cart, `gone` is no longer sold. `now` is today's price where it is sold, in sen.
 */
export type ReorderedLine = {
  line: OrderedLine;
  code: 'added' | 'fewer' | 'sold_out' | 'gone' | 'full';
  qty: number;
  now: Sen | undefined;
};

/** What buying an order again puts into a cart, line by line in the order's order. */
export function planReorder(
  lines: readonly OrderedLine[],
  onSale: ReadonlyMap<number, OnSale>,
  cart: readonly CartLine[],
): ReorderedLine[] {
  const inCart = new Map(cart.map(({ vid, qty }) => [vid, qty]));
  let places = MAX_LINES - cart.length;
  return lines.map((line) => {
    const sold = onSale.get(line.vid);
    const held = inCart.get(line.vid);
    const planned = planLine(line, sold, held);
    if (planned.qty === 0 || held !== undefined) return planned;
    places -= 1;
    return places < 0 ? { ...planned, code: 'full', qty: 0 } : planned;
  });
}

function planLine(line: OrderedLine, sold: OnSale | undefined, held = 0): ReorderedLine {
  const now = sold?.price;
  if (!sold) return { line, code: 'gone', qty: 0, now };
  if (sold.stock === 0) return { line, code: 'sold_out', qty: 0, now };
  if (held >= MAX_QTY) return { line, code: 'full', qty: 0, now };
  const qty = Math.max(0, Math.min(line.qty, Math.min(sold.stock, MAX_QTY) - held));
  return { line, code: qty < line.qty ? 'fewer' : 'added', qty, now };
}
