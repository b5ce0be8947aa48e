import type { Order } from '#contract/orders.ts';
import { getCartDetail } from '#contract/products.ts';
import { senFromRinggit } from '#domain/money.ts';
import { planReorder, type OnSale, type ReorderedLine } from '#domain/reorder.ts';
import { addToCart, cartLines } from '../../browser/cart.ts';
import { call } from '../../browser/client.ts';

/** Puts what can be had of an order into the cart; answers what became of each line, in the order's order. */
export async function reorder(order: Order): Promise<ReorderedLine[]> {
  const lines = order.lines.map(({ product_id: id, variant_id: vid, qty, unit_price }) => ({
    id,
    vid,
    qty,
    price: senFromRinggit(unit_price),
  }));
  const ids = lines.map(({ id: pid, vid, qty }) => ({ pid, vid, qty }));
  const { products } = await call(getCartDetail, { body: { ids } });
  const onSale = new Map<number, OnSale>();
  for (const { vid, variants } of products) {
    const variant = variants.find((one) => one.id === vid);
    if (variant) onSale.set(vid, { stock: variant.stock, price: senFromRinggit(variant.price) });
  }
  const plan = planReorder(lines, onSale, cartLines());
  for (const { line, qty } of plan) if (qty > 0) addToCart({ id: line.id, vid: line.vid, qty });
  return plan;
}
