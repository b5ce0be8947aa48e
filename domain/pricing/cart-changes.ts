import { type CartLine, MAX_LINES, MAX_QTY } from './cart.ts';
import type { Sen } from '../money.ts';
import type { PricedLine } from './quote.ts';

/** A line of a cart with its current stock. */
export type StockedLine = PricedLine & { stock: number };

/** A line with too little stock; `left` is 0 if it is sold out. */
export type StockShortage = { variantId: number; requested: number; available: number };

/** What to show for a restored cart: lines with too little stock, and what members save (sen). */
export type CartChanges = { shortages: StockShortage[]; memberSaving: Sen };

export function cartChanges(lines: readonly StockedLine[]): CartChanges {
  const short = lines
    .filter((line) => line.stock < line.qty)
    .map(({ variantId, qty, stock }) => ({ variantId, requested: qty, available: stock }));
  const memberSaving = availableLines(lines).reduce(
    (sum, line) => sum + (line.listPrice - line.memberPrice) * line.qty,
    0,
  );
  return { shortages: short, memberSaving };
}

/** The available part of a cart: quantities up to the stock, without sold-out lines. */
export function availableLines(lines: readonly StockedLine[]): StockedLine[] {
  return lines.map((line) => ({ ...line, qty: Math.min(line.qty, line.stock) })).filter((line) => line.qty > 0);
}

/**
 * A stored cart with quantities reduced to the stock, and the lines that were reduced. A sold-out line stays for the
 * reader to remove; so does one whose stock is not known.
 */
export function limitToStock<L extends CartLine>(
  lines: readonly L[],
  stockOf: (vid: number) => number | undefined,
): { lines: L[]; lowered: StockShortage[] } {
  const lowered: StockShortage[] = [];
  const fitting = lines.map((line) => {
    const left = stockOf(line.vid) ?? line.qty;
    if (left === 0 || left >= line.qty) return line;
    lowered.push({ variantId: line.vid, requested: line.qty, available: left });
    return { ...line, qty: left };
  });
  return { lines: fitting, lowered };
}

/** A line of an earlier order: so many copies at `price` sen each, before any coupon. */
export type OrderedLine = CartLine & { price: Sen };

/** A variant's current availability; `price` in sen is this customer's. */
export type CurrentOffer = { stock: number; price: Sen };

/**
 * The result of reordering a line: `qty` copies go into the cart. `fewer` is less than was ordered,
 * `full` does not fit into the cart, `gone` is no longer sold. `now` is the current price in sen, if it is sold.
 */
export type ReorderedLine = {
  line: OrderedLine;
  code: 'added' | 'fewer' | 'sold_out' | 'gone' | 'full';
  qty: number;
  currentPrice: Sen | undefined;
};

/** The results of reordering an order, line by line. */
export function planReorder(
  lines: readonly OrderedLine[],
  onSale: ReadonlyMap<number, CurrentOffer>,
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

function planLine(line: OrderedLine, sold: CurrentOffer | undefined, held = 0): ReorderedLine {
  const now = sold?.price;
  if (!sold) return { line, code: 'gone', qty: 0, currentPrice: now };
  if (sold.stock === 0) return { line, code: 'sold_out', qty: 0, currentPrice: now };
  if (held >= MAX_QTY) return { line, code: 'full', qty: 0, currentPrice: now };
  const qty = Math.max(0, Math.min(line.qty, Math.min(sold.stock, MAX_QTY) - held));
  return { line, code: qty < line.qty ? 'fewer' : 'added', qty, currentPrice: now };
}
