import type { CartLine } from '#domain/pricing/cart.ts';
import { addToCart, cartLines, restoreLine } from '../../browser/cart.ts';
import { fillPlaceholders, productTitleNear, showToast, toastMessages } from './toast.ts';

/** Says that a line was taken out of the cart, and puts it back where it was on request. */
export function offerToRestore(form: HTMLFormElement, { line, index }: { line: CartLine; index: number }): void {
  const { removed, undo } = toastMessages();
  showToast({
    text: fillPlaceholders(removed, { title: productTitleNear(form) }),
    action: { label: undo, run: () => restoreLine(line, index) },
  });
}

/** Adds every volume of a form that the cart does not hold yet. */
export function addMissing(form: HTMLFormElement): void {
  const held = new Set(cartLines().map(({ vid }) => vid));
  for (const line of new FormData(form).getAll('missing')) {
    const [id, vid] = String(line).split('.').map(Number) as [number, number];
    if (!held.has(vid)) addToCart({ id, vid, qty: 1 });
  }
}
