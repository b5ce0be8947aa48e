import { repairCart } from '#domain/cart.ts';
import { addToCart } from '../browser/cart.ts';

/**
 * Without JavaScript a cart lives in a cookie (`id.vid.qty` joined by `_`). Once scripts run, its lines join the
 * stored cart and the cookie goes.
 */
export function adoptCartCookie(): void {
  const cookie = /(?:^|; )cart=([\d._]+)/.exec(document.cookie)?.[1];
  if (!cookie) return;
  document.cookie = 'cart=; path=/; max-age=0';
  const lines = cookie.split('_').map((text) => {
    const [id, vid, qty] = text.split('.').map(Number);
    return { id, vid, qty };
  });
  for (const line of repairCart(lines)) addToCart(line);
}
