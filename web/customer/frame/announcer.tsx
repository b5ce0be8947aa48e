import { useEffect, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { cartCount, onCartChange } from '../../browser/cart.ts';

const listeners = new Set<() => void>();
let said = '';
let timer: ReturnType<typeof setTimeout> | undefined;
/** How long a sentence stands there, in milliseconds. */
const STAYS = 5000;

/** Says a sentence to those who hear the page rather than see it; it does not stay to be read later. */
function announce(sentence: string): void {
  clearTimeout(timer);
  say(sentence);
  timer = setTimeout(() => say(''), STAYS);
}

function say(sentence: string): void {
  said = sentence;
  for (const listener of listeners) listener();
}

/** A region of the page that is read out as it changes: what the cart holds. */
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
