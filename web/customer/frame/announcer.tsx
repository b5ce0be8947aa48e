import { useEffect, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { cartCount, onCartChange } from '../../browser/cart.ts';

const listeners = new Set<() => void>();
let said = '';

/** Says a sentence to those who hear the page rather than see it. */
export function announce(sentence: string): void {
  // The same sentence twice is said twice only where it differs.
  said = sentence === said ? `${sentence}\u00a0` : sentence;
  for (const listener of listeners) listener();
}

/** Announces a sentence whenever it becomes another. */
export function useAnnounced(sentence: string | undefined): void {
  useEffect(() => {
    if (sentence) announce(sentence);
  }, [sentence]);
}

/** The one region of the page that is read out as it changes: what the cart holds, and what else is announced. */
export function Announcer() {
  useCartAnnounced();
  return (
    <p className="visually-hidden" role="status" data-announcer>
      {useSyncExternalStore(listen, () => said)}
    </p>
  );
}

function listen(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

function useCartAnnounced(): void {
  const t = useTranslations('customer.frame');
  useEffect(() => {
    let before = cartCount();
    return onCartChange(() => {
      const count = cartCount();
      if (count !== before) announce(t('cartHolds', { count }));
      before = count;
    });
  }, [t]);
}
