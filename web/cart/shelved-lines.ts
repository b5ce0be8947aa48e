import type { ShelvedLine } from '#domain/cart-news.ts';
import { senFromRinggit } from '#domain/money.ts';
import type { Cart } from './use-cart.ts';

/** A cart's lines at today's prices with what the shelf holds of each, as far as they are known. */
export function shelvedLines(cart: Cart): ShelvedLine[] {
  return cart.lines.flatMap(({ id, vid, qty }) => {
    const variant = cart.products.get(vid)?.variants.find((one) => one.id === vid);
    if (!variant) return [];
    const { original_price, price, stock } = variant;
    const prices = { listPrice: senFromRinggit(original_price), memberPrice: senFromRinggit(price) };
    return [{ productId: id, variantId: vid, qty, stock, ...prices }];
  });
}
