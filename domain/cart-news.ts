import type { Sen } from './money.ts';
import type { PricedLine } from './price.ts';

/** A line of a cart with what its shelf holds today. */
export type ShelvedLine = PricedLine & { stock: number };

/** A line that cannot be had in full; `left` is 0 where nothing is there. */
export type ShortLine = { variantId: number; wanted: number; left: number };

/** What a reader who comes back to a cart should hear: lines of which there is too little, what members save (sen). */
export type CartNews = { short: ShortLine[]; memberSaving: Sen };

export function cartNews(lines: readonly ShelvedLine[]): CartNews {
  const short = lines
    .filter((line) => line.stock < line.qty)
    .map(({ variantId, qty, stock }) => ({ variantId, wanted: qty, left: stock }));
  const memberSaving = lines.reduce((sum, line) => sum + (line.listPrice - line.memberPrice) * line.qty, 0);
  return { short, memberSaving };
}
