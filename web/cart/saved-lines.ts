import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CartProduct } from '#contract/products.ts';
import { MAX_LINES, parseStoredCart, type CartLine } from '#domain/pricing/cart.ts';
import { sendRequest } from '../browser/api-client.ts';
import { addToCart, cartLines, restoreLine, setQty } from '../browser/cart.ts';
import { isSignedIn, onSessionChange } from '../browser/session.ts';
import { getStored, removeStored, setStored } from '../browser/storage.ts';

/** What was saved for later, newest first; a member's is kept by the shop, a guest's by this browser. */
export type SavedLines = {
  products: readonly CartProduct[];
  isLoaded: boolean;
  isMember: boolean;
  /** The title that was saved last, for saying so. */
  lastSaved: string | undefined;
  /** Whether the last change could not be stored; it was undone. */
  isFailed: boolean;
  /** Takes a line out of the cart. */
  save: (line: CartLine, product: CartProduct) => Promise<void>;
  moveToCart: (product: CartProduct) => Promise<void>;
  remove: (product: CartProduct) => Promise<void>;
};

const NOTHING: readonly CartProduct[] = [];

export function useSavedLines(): SavedLines {
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn, () => false);
  const [loaded, setProducts] = useState<readonly CartProduct[]>();
  const products = loaded ?? NOTHING;
  const [isFailed, setFailed] = useState(false);
  const [lastSaved, setLastSaved] = useState<string>();
  useEffect(() => {
    let isMounted = true;
    loadSaved(isMember).then(
      (found) => isMounted && setProducts(found),
      () => isMounted && setProducts((before) => before ?? NOTHING),
    );
    return () => {
      isMounted = false;
    };
  }, [isMember]);

  /** Shows a change at once, and undoes it if it cannot be stored. */
  const change = async (changes: SavedChanges, undo: () => void) => {
    const without = [...(changes.remove ?? []), ...(changes.add ?? []).map(({ vid }) => vid)];
    const rest = products.filter(({ vid }) => !without.includes(vid));
    setProducts([...(changes.add ?? []), ...rest]);
    setFailed(false);
    setLastSaved(changes.add?.[0]?.title);
    try {
      await storeChanges(changes, isMember);
    } catch {
      setProducts(products);
      setFailed(true);
      setLastSaved(undefined);
      undo();
    }
  };
  return {
    products,
    isLoaded: loaded !== undefined,
    isMember,
    lastSaved,
    isFailed,
    save: (line, product) => {
      const index = cartLines().findIndex(({ vid }) => vid === line.vid);
      setQty(line.vid, 0);
      return change({ add: [{ ...product, qty: line.qty }] }, () => restoreLine(line, index));
    },
    moveToCart: (product) => {
      const { id, vid, qty } = product;
      const before = cartLines().find((line) => line.vid === vid)?.qty ?? 0;
      addToCart({ id, vid, qty });
      return change({ remove: [vid] }, () => setQty(vid, before));
    },
    remove: ({ vid }) => change({ remove: [vid] }, () => {}),
  };
}

type SavedChanges = { add?: readonly CartProduct[]; remove?: readonly number[] };

/** What was saved as a guest joins a member's own. */
async function loadSaved(isMember: boolean): Promise<readonly CartProduct[]> {
  const guest = guestLines();
  if (!isMember) {
    const ids = guest.map(({ id, vid, qty }) => ({ pid: id, vid, qty }));
    return ids.length > 0 ? (await sendRequest('getCartDetail', { body: { ids } })).products : [];
  }
  if (guest.length === 0) return (await sendRequest('listSavedLines')).products;
  const { products } = await sendRequest('changeSavedLines', { body: { add: guest } });
  removeStored('savedLines');
  return products;
}

async function storeChanges({ add = [], remove = [] }: SavedChanges, isMember: boolean): Promise<void> {
  const lines = add.map(({ id, vid, qty }) => ({ id, vid, qty }));
  if (isMember) {
    await sendRequest('changeSavedLines', { body: { add: lines, remove: [...remove] } });
    return;
  }
  const changed = new Set([...remove, ...lines.map(({ vid }) => vid)]);
  const kept = [...lines, ...guestLines().filter(({ vid }) => !changed.has(vid))].slice(0, MAX_LINES);
  if (!setStored('savedLines', JSON.stringify(kept))) throw new Error('This browser keeps nothing.');
}

function guestLines(): CartLine[] {
  try {
    return parseStoredCart(JSON.parse(getStored('savedLines') ?? '[]'));
  } catch {
    return [];
  }
}
