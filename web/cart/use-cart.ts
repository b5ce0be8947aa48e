import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
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

/** The cart that this browser keeps, restored from the server whenever what is in it changes. */
export function useCart(): Cart {
  const lines = useSyncExternalStore(onCartChange, cartLines, cartLines);
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn, () => false);
  const [products, setProducts] = useState<ReadonlyMap<number, CartProduct>>(new Map());
  const [state, setState] = useState<Cart['state']>('loading');
  const [missing, setMissing] = useState(0);
  const wanted = lines.map((line) => `${line.id}.${line.vid}`).join();

  const load = useCallback(async (signal: AbortSignal) => {
    const asked = cartLines();
    if (asked.length === 0) return;
    try {
      const ids = asked.map((line) => ({ pid: line.id, vid: line.vid, qty: line.qty }));
      const detail = await call(getCartDetail, { body: { ids }, signal });
      setProducts(new Map(detail.products.map((product) => [product.vid, product])));
      setState('ready');
      for (const { vid } of detail.missing) setQty(vid, 0);
      if (detail.missing.length > 0) setMissing(detail.missing.length);
    } catch {
      if (!signal.aborted) setState('failed');
    }
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load, wanted, isMember]);

  const reload = () => {
    setState('loading');
    void load(new AbortController().signal);
  };
  return { lines, products, state: lines.length === 0 ? 'ready' : state, missing, isMember, reload };
}
