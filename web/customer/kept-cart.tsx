import { Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { CART_KEPT } from './cart-kept.ts';
import { lazyPart } from './frame/lazy-part.tsx';

const KeptCartReport = lazyPart(async () => (await import('./kept-cart-report.tsx')).KeptCartReport);

/** After signing in with a cart: what of it there is to tell, until the checkout, which says so itself. */
export function KeptCart() {
  const [search, setSearch] = useSearchParams();
  const [isWanted, setWanted] = useState(() => search.has(CART_KEPT));
  const { pathname } = useLocation();
  if (isWanted && pathname === '/checkout') setWanted(false);
  useEffect(() => {
    if (!search.has(CART_KEPT)) return;
    const rest = new URLSearchParams(search);
    rest.delete(CART_KEPT);
    setSearch(rest, { replace: true });
  }, [search, setSearch]);
  if (!isWanted) return null;
  return (
    <Suspense>
      <KeptCartReport onDismiss={() => setWanted(false)} />
    </Suspense>
  );
}
