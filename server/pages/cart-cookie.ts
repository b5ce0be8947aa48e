import { repairCart, type CartLine } from '#domain/cart.ts';

/** The cookie that a cart without scripts lives in: `id.vid.qty` joined by `_`. Scripts adopt and remove it. */
export const CART_COOKIE = 'cart';

export function parseCartCookie(text = ''): CartLine[] {
  const lines = text.split('_').map((part) => {
    const [id, vid, qty] = part.split('.').map(Number);
    return { id, vid, qty };
  });
  return repairCart(lines);
}

export function writeCartCookie(lines: readonly CartLine[]): string {
  return lines.map(({ id, vid, qty }) => `${id}.${vid}.${qty}`).join('_');
}

/** A cart after one of its forms was sent: `line` adds, `set` changes a quantity, `remove` takes out. */
export function changeCart(lines: readonly CartLine[], form: URLSearchParams): CartLine[] {
  const [id, vid] = (form.get('line') ?? form.get('set') ?? '').split('.').map(Number);
  const qty = form.has('remove') ? 0 : Number(form.get('qty') ?? 1);
  const changed = { id, vid, qty };
  if (form.has('line')) return repairCart([...lines, changed]);
  return repairCart(lines.map((line) => (line.vid === vid ? changed : line)));
}
