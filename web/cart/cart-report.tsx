import { useTranslations } from 'use-intl';
import { cartNews, type ShortLine } from '#domain/cart-news.ts';
import { formatSen } from '#domain/money.ts';
import { setQty } from '../browser/cart.ts';
import { shelvedLines } from './shelved-lines.ts';
import type { Cart } from './use-cart.ts';

/**
 * What changed since the cart was filled, as far as it can be told: titles that left the shop, copies that are no
 * longer there, and what member prices take off. Nothing where there is nothing to tell.
 */
export function CartReport({ cart }: { cart: Cart }) {
  const t = useTranslations('cart');
  if (cart.state !== 'ready') return null;
  const { short, memberSaving } = cartNews(shelvedLines(cart));
  return (
    <>
      {cart.missing > 0 && <p className="notice">{t('missing', { count: cart.missing })}</p>}
      {short.length > 0 && <Short short={short} cart={cart} />}
      {memberSaving > 0 && <Saving amount={formatSen(memberSaving)} isMember={cart.isMember} />}
    </>
  );
}

function Short({ short, cart }: { short: readonly ShortLine[]; cart: Cart }) {
  const t = useTranslations('cart.report');
  return (
    <div className="notice cart-short">
      <ul>
        {short.map(({ variantId, wanted, left }) => {
          const title = cart.products.get(variantId)?.title ?? '';
          return <li key={variantId}>{left > 0 ? t('short', { title, left, wanted }) : t('sold', { title })}</li>;
        })}
      </ul>
      <button
        type="button"
        className="button-plain"
        onClick={() => {
          for (const { variantId, left } of short) setQty(variantId, left);
        }}
      >
        {t('take')}
      </button>
    </div>
  );
}

function Saving({ amount, isMember }: { amount: string; isMember: boolean }) {
  const t = useTranslations('cart.report');
  if (isMember) return <p className="cart-saving is-saving">{t('saving', { amount })}</p>;
  return (
    <p className="cart-saving">
      {t('guest', { amount })} <a href={signInAddress()}>{t('signIn')}</a>
    </p>
  );
}

/** Sign-in that leads back to this page, in the customer area or in the shop. */
function signInAddress(): string {
  const here = location.pathname + location.search;
  const back = here.startsWith('/customer/') ? { to: here.slice('/customer'.length) } : { back: here };
  return `/customer/auth/login?${new URLSearchParams(back as Record<string, string>)}`;
}
