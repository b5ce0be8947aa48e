import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getCartDetail, type CartProduct } from '#contract/products.ts';
import type { CartLine } from '#domain/cart.ts';
import { cartLines, onCartChange, setQty } from '../browser/cart.ts';
import { call } from '../browser/client.ts';
import { isSignedIn, onSessionChange } from '../browser/session.ts';

/** The stored cart with today's facts about it. `loading` only until the first answer. */
export type Cart = {
  lines: readonly CartLine[];
  /** Today's title of each line, by variant. */
  products: ReadonlyMap<number, CartProduct>;
  state: 'loading' | 'ready' | 'failed';
  /** How many titles were taken out because they are no longer sold. */
  missing: number;
  isMember: boolean;
  reload: () => void;
};

type Restored = Pick<Cart, 'products' | 'state' | 'missing'>;

const NOTHING_YET: Restored = { products: new Map(), state: 'loading', missing: 0 };

/** Variants that left the shop and therefore this cart: every place that shows it says so, until it is empty. */
const gone = new Set<number>();

/** The cart that this browser keeps, restored from the server whenever what is in it changes. */
export function useCart(): Cart {
  const lines = useSyncExternalStore(onCartChange, cartLines, cartLines);
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn, () => false);
  const [restored, setRestored] = useState(NOTHING_YET);
  const [attempt, setAttempt] = useState(0);
  const wanted = lines.map((line) => `${line.id}.${line.vid}`).join();

  useEffect(() => {
    if (wanted === '') {
      gone.clear();
      return;
    }
    const controller = new AbortController();
    restore(controller.signal).then(
      (detail) =>
        setRestored({
          products: new Map(detail.products.map((product) => [product.vid, product])),
          state: 'ready',
          missing: gone.size,
        }),
      () => {
        if (!controller.signal.aborted) setRestored((before) => ({ ...before, state: 'failed' }));
      },
    );
    return () => controller.abort();
  }, [wanted, isMember, attempt]);

  const reload = () => setAttempt((before) => before + 1);
  return { lines, isMember, reload, ...restored, state: lines.length === 0 ? 'ready' : restored.state };
}

/** What the stored cart holds today; what is no longer sold leaves it. */
async function restore(signal: AbortSignal): Promise<AnswerOf<typeof getCartDetail>> {
  const ids = cartLines().map((line) => ({ pid: line.id, vid: line.vid, qty: line.qty }));
  const detail = await call(getCartDetail, { body: { ids }, signal });
  for (const { vid } of detail.missing) {
    gone.add(vid);
    setQty(vid, 0);
  }
  return detail;
}
