import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NextVolume } from '#contract/carts.ts';
import { localizedPath, splitLocale } from '#contract/pages.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { addToCart } from '../../browser/cart.ts';
import { CartLines } from '../../cart/cart-lines.tsx';
import { CartTotals, CheckoutLink, PostalCodeField, usePostalCode } from '../../cart/cart-summary.tsx';
import { loadCartPageMessages } from '../../cart/cart-page-messages.ts';
import { CouponField, useCoupon } from '../../cart/coupon.tsx';
import { NextVolumes } from '../../cart/next-volumes.tsx';
import { priceBreakdownOf, quoteOf } from '../../cart/quote.ts';
import { useSavedLines, type SavedLines } from '../../cart/saved-lines.ts';
import { SavedTitles } from '../../cart/saved-titles.tsx';
import { useCart, type Cart } from '../../cart/use-cart.ts';
import { CartLoadError, renderIsland } from './cart.tsx';

/** Puts the stored cart in the place of the page's own. */
export async function mountCartPage(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-island=cart-page]');
  if (!place) return;
  const { locale } = splitLocale(location.pathname);
  await renderIsland(place, <CartPage />, await loadCartPageMessages(locale));
  place.dataset.shown = '';
}

/**
 * The cart with its summary beside it, then what comes next in its series and what was saved for later: both at once, and
 * not before the cart, so that nothing moves.
 */
export function CartPage() {
  const cart = useCart();
  const saved = useSavedLines();
  const volumes = useNextInSeries(cart);
  return (
    <>
      {cart.lines.length === 0 ? (
        <EmptyCart />
      ) : cart.state === 'loading' ? (
        <CartLoading />
      ) : (
        <FilledCart cart={cart} saved={saved} />
      )}
      {cart.state !== 'loading' && saved.isLoaded && volumes && (
        <div className="cart-more">
          <NextInSeries volumes={volumes} isMember={cart.isMember} />
          <SavedTitles saved={saved} />
        </div>
      )}
    </>
  );
}

function FilledCart({ cart, saved }: { cart: Cart; saved: SavedLines }) {
  const postalCode = usePostalCode();
  const coupon = useCoupon(cart);
  const options = { coupon: coupon.check, postalCode };
  const quote = quoteOf(cart, options);
  const priceBreakdown = priceBreakdownOf(cart, quote, options);
  return (
    <>
      <div className="cart-main">
        <CartLines
          cart={cart}
          priceBreakdown={priceBreakdown}
          renderAction={(line, product) => (
            <SaveForLater title={product.title} onPress={() => void saved.save(line, product)} />
          )}
        />
        {cart.state === 'failed' && <CartLoadError cart={cart} />}
      </div>
      <CartSummary>
        <PostalCodeField id="zip" zones={cart.state === 'ready' ? cart.zones : undefined} />
        <CouponField coupon={coupon} quote={quote} />
        <CartTotals
          cart={cart}
          postalCode={postalCode}
          quote={quote}
          delivery={priceBreakdown.delivery}
          couponCode={coupon.check?.coupon.code}
        />
        <CheckoutLink cart={cart} />
      </CartSummary>
    </>
  );
}

function CartSummary({ children }: { children: React.ReactNode }) {
  const t = useTranslations('checkout');
  return (
    <aside className="cart-totals" aria-label={t('summary')}>
      {children}
    </aside>
  );
}

function SaveForLater({ title, onPress }: { title: string; onPress: () => void }) {
  const t = useTranslations('cartPage.saved');
  return (
    <button type="button" className="button-plain" aria-label={t('saveTitle', { title })} onClick={onPress}>
      {t('save')}
    </button>
  );
}

function NextInSeries(props: { volumes: readonly NextVolume[]; isMember: boolean }) {
  const t = useTranslations('cartPage.series');
  return (
    <NextVolumes
      {...props}
      renderAction={({ id, vid, title }) => (
        <button
          type="button"
          className="button button-quiet"
          aria-label={t('addTitle', { title })}
          onClick={() => addToCart({ id, vid, qty: 1 })}
        >
          {t('add')}
        </button>
      )}
    />
  );
}

/** Read again with the titles of a cart, not with their quantities; those taken since are left out. Unknown at first. */
function useNextInSeries({ lines, isMember }: Cart): readonly NextVolume[] | undefined {
  const [volumes, setVolumes] = useState<readonly NextVolume[]>();
  const titles = [...new Set(lines.map(({ id }) => id))].toReversed().join();
  useEffect(() => {
    const controller = new AbortController();
    loadNextInSeries(titles, controller.signal).then(setVolumes, () => {
      if (!controller.signal.aborted) setVolumes((before) => before ?? []);
    });
    return () => controller.abort();
  }, [titles, isMember]);
  return volumes?.filter(({ id }) => lines.every((line) => line.id !== id));
}

async function loadNextInSeries(titles: string, signal: AbortSignal): Promise<readonly NextVolume[]> {
  if (titles === '') return [];
  const { items } = await sendRequest('listNextInSeries', { query: { id: titles.split(',').map(Number) }, signal });
  return items;
}

function CartLoading() {
  const t = useTranslations('cart');
  return <p role="status">{t('loading')}</p>;
}

function EmptyCart() {
  const t = useTranslations('cart');
  return (
    <div className="empty">
      <p>{t('empty')}</p>
      <p>{t('emptyHint')}</p>
      <a className="button" href={localizedPath(splitLocale(location.pathname).locale, '/browse')}>
        {t('browse')}
      </a>
    </div>
  );
}
