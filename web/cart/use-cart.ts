import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getCartDetail, CartProduct } from '#contract/products.ts';
import type { CartLine } from '#domain/pricing/cart.ts';
import { type StockShortage, limitToStock } from '#domain/pricing/cart-changes.ts';
import type { Zones } from '#domain/shipping.ts';
import { cartLines, onCartChange, setQty } from '../browser/cart.ts';
import { sendRequest } from '../browser/api-client.ts';
import { isSignedIn, onSessionChange } from '../browser/session.ts';
import { invalidateDeliveryZones, deliveryZones, loadDeliveryZones, onDeliveryZonesChange } from './delivery-zones.ts';

/** The stored cart with current prices and stock. `loading` only until the first response. */
export type Cart = {
  lines: readonly CartLine[];
  /** Today's title of each line, by variant. */
  products: ReadonlyMap<number, CartProduct>;
  /** Where we deliver to; known once the cart is ready. */
  zones: Zones;
  state: 'loading' | 'ready' | 'failed';
  /** How many titles were taken out because they are no longer sold. */
  missing: number;
  /** Lines that hold fewer copies than were wanted, because there are no more. */
  reduced: readonly StockShortage[];
  /** Whether it can be ordered as it is: every line is known and in stock. */
  isOrderable: boolean;
  isMember: boolean;
  reload: () => void;
};

type LoadedCart = Pick<Cart, 'products' | 'state' | 'missing'>;

const NO_ZONES: Zones = [];
const NOT_LOADED: LoadedCart = { products: new Map(), state: 'loading', missing: 0 };

/** Variants that left the shop and therefore this cart: every place that shows it says so, until it is empty. */
const removedVariants = new Set<number>();

/**
 * The cart that this browser keeps, restored from the server whenever what is in it changes, or more copies are wanted
 * than there were. It holds no more than can be had.
 */
export function useCart(): Cart {
  const lines = useSyncExternalStore(onCartChange, cartLines, cartLines);
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn, () => false);
  const zones = useSyncExternalStore(onDeliveryZonesChange, deliveryZones, () => undefined) ?? NO_ZONES;
  const lowered = useSyncExternalStore(onLinesReduced, reducedLines, reducedLines);
  const [restored, setRestored] = useState(NOT_LOADED);
  const [attempt, setAttempt] = useState(0);
  const wanted = lines.map((line) => lineKeyOf(line, restored.products)).join();

  useEffect(() => {
    if (wanted === '') {
      removedVariants.clear();
      return;
    }
    const controller = new AbortController();
    Promise.all([loadCart(controller.signal), loadDeliveryZones()]).then(
      ([detail]) =>
        setRestored({
          products: new Map(detail.products.map((product) => [product.vid, product])),
          state: 'ready',
          missing: removedVariants.size,
        }),
      () => {
        if (!controller.signal.aborted) setRestored((before) => ({ ...before, state: 'failed' }));
      },
    );
    return () => controller.abort();
  }, [wanted, isMember, attempt]);

  return {
    ...restored,
    lines,
    isMember,
    zones,
    state: lines.length === 0 ? 'ready' : restored.state,
    reduced: lowered.filter(({ variantId, available }) =>
      lines.some(({ vid, qty }) => vid === variantId && qty === available),
    ),
    isOrderable: lines.every((line) => (stockOf(line.vid, restored.products) ?? 0) >= line.qty),
    reload: () => {
      invalidateDeliveryZones();
      setAttempt((before) => before + 1);
    },
  };
}

/** How many copies of a variant in the cart there are, where that is known. */
export function stockOf(vid: number, products: Cart['products']): number | undefined {
  return products.get(vid)?.variants.find((one) => one.id === vid)?.stock;
}

/** What makes a line worth asking about: which variant it is, and a number of copies that was not there before. */
function lineKeyOf({ id, vid, qty }: CartLine, products: Cart['products']): string {
  return (stockOf(vid, products) ?? qty) < qty ? `${id}.${vid}.${qty}` : `${id}.${vid}`;
}

/** What the stored cart holds today; what is no longer sold leaves it, and what there is too little of is lowered. */
async function loadCart(signal: AbortSignal): Promise<ResponseOf<typeof getCartDetail>> {
  const ids = cartLines().map((line) => ({ pid: line.id, vid: line.vid, qty: line.qty }));
  const detail = await sendRequest('getCartDetail', { body: { ids }, signal });
  for (const { vid } of detail.missing) {
    removedVariants.add(vid);
    setQty(vid, 0);
  }
  const products = new Map(detail.products.map((product) => [product.vid, product]));
  reduceToStock((vid) => stockOf(vid, products));
  return detail;
}

const reductionListeners = new Set<() => void>();
let reduced: readonly StockShortage[] = [];

/** Lines that were lowered to what is there, until the reader has taken note; the same array until it changes. */
export function reducedLines(): readonly StockShortage[] {
  return reduced;
}

export function onLinesReduced(callback: () => void): () => void {
  reductionListeners.add(callback);
  return () => reductionListeners.delete(callback);
}

/** Lowers every line of the stored cart that wants more copies than there are. */
export function reduceToStock(stockOf: (vid: number) => number | undefined): void {
  const shortages = limitToStock(cartLines(), stockOf).lowered;
  if (shortages.length === 0) return;
  const isNew = ({ variantId }: StockShortage) => shortages.every((one) => one.variantId !== variantId);
  setReducedLines([...reduced.filter(isNew), ...shortages]);
  for (const { variantId, available } of shortages) setQty(variantId, available);
}

/** The reader has taken note. */
export function dismissReducedLines(): void {
  setReducedLines([]);
}

function setReducedLines(next: readonly StockShortage[]): void {
  reduced = next;
  for (const listener of reductionListeners) listener();
}
