import { bookPath, type ShopView } from '#contract/pages.ts';
import { priceBreakdown } from '#domain/pricing/price-breakdown.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { quoteCart, orderTotals } from '#domain/pricing/quote.ts';
import { useTranslations } from 'use-intl';
import { NextVolumes } from '../../cart/next-volumes.tsx';
import { Cover } from '../../ui/cover.tsx';
import { Arrival, DispatchNote, dispatchFrom } from '../../ui/arrival.tsx';
import { UnservedPostalCode } from '../../ui/delivery.tsx';
import { ForeignText, Price } from '../../ui/text.tsx';
import { Totals } from '../../ui/totals.tsx';
import { useCommonTranslations, useLocalePath, usePageRequest } from '../shop-context.tsx';

type CartView = Extract<ShopView, { page: 'cart' }>;
type CartProduct = CartView['detail']['products'][number];

/** The cart without scripts: what its cookie holds, with forms that change it. With scripts an island stands here. */
export function CartPage({ view }: { view: CartView }) {
  const t = useTranslations('cart');
  const link = useLocalePath();
  const { products } = view.detail;
  return (
    <section className="cart-page">
      <h1>{t('title')}</h1>
      <div data-island="cart-page">
        {products.length === 0 ? (
          <div className="empty">
            <p>{t('empty')}</p>
            <a className="button" href={link('/browse')}>
              {t('browse')}
            </a>
          </div>
        ) : (
          <>
            <div className="cart-main">
              <ReducedLines view={view} />
              <ul className="cart-lines">
                {products.map((product) => (
                  <CartLineItem key={product.vid} product={product} />
                ))}
              </ul>
            </div>
            <CartSummary view={view} />
            <div className="cart-more">
              <NextVolumes volumes={view.next} isMember={false} renderAction={(volume) => <AddVolume {...volume} />} />
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function ReducedLines({ view: { lowered, detail } }: { view: CartView }) {
  const t = useTranslations('cart.changes');
  return lowered.map(({ variantId, requested, available }) => (
    <p key={variantId} className="alert alert-warning" role="status">
      {t('reduced', {
        title: detail.products.find(({ vid }) => vid === variantId)?.title ?? '',
        wanted: requested,
        left: available,
      })}
    </p>
  ));
}

function AddVolume({ id, vid, title }: { id: number; vid: number; title: string }) {
  const t = useTranslations('cartPage.series');
  const link = useLocalePath();
  return (
    <form method="post" action={link('/cart')}>
      <input type="hidden" name="line" value={`${id}.${vid}`} />
      <button className="button button-quiet" aria-label={t('addTitle', { title })}>
        {t('add')}
      </button>
    </form>
  );
}

/** The chosen format of a line, and what of it is there. */
function variantOf(product: CartProduct) {
  return product.variants.find((variant) => variant.id === product.vid)!;
}

function CartLineItem({ product }: { product: CartProduct }) {
  const t = useTranslations('cart');
  const common = useCommonTranslations();
  const link = useLocalePath();
  const chosen = variantOf(product);
  return (
    <li className="cart-line">
      <Cover src={product.cover} size="small" />
      <div className="cart-line-text">
        <a href={link(bookPath(product))}>
          <ForeignText text={product.title} language={product.language} />
        </a>
        <small>{common(`formats.${chosen.format}`)}</small>
        <form className="cart-line-qty" method="post" action={link('/cart')}>
          <input type="hidden" name="set" value={`${product.id}.${product.vid}`} />
          <label>
            <span className="visually-hidden">{t('qty', { title: product.title })}</span>
            <input
              name="qty"
              type="number"
              inputMode="numeric"
              min={0}
              max={Math.max(chosen.stock, 1)}
              defaultValue={product.qty}
            />
          </label>
          <button className="button button-quiet">{t('update')}</button>
          <button
            className="button button-quiet"
            name="remove"
            value="1"
            aria-label={t('remove', { title: product.title })}
          >
            ×
          </button>
        </form>
        <DispatchNote variant={chosen} qty={product.qty} />
        {chosen.stock === 0 && <p className="field-error">{t('outOfStock')}</p>}
      </div>
      {chosen.stock > 0 && <Price ringgit={ringgitFromSen(senFromRinggit(chosen.original_price) * product.qty)} />}
    </li>
  );
}

function CartSummary({ view: { detail, zip } }: { view: CartView }) {
  const t = useTranslations('cart');
  const checkout = useTranslations('checkout');
  const link = useLocalePath();
  const { zones } = usePageRequest();
  const isHeld = detail.products.some((product) => variantOf(product).stock === 0);
  const available = detail.products.filter((product) => variantOf(product).stock > 0);
  const lines = available.map((product) => {
    const listPrice = senFromRinggit(variantOf(product).original_price);
    return { productId: product.id, variantId: product.vid, qty: product.qty, listPrice, memberPrice: listPrice };
  });
  const place = { zones, postalCode: zip };
  const quote = quoteCart({ lines, isMember: false, ...place });
  const { delivery } = priceBreakdown(quote, place);
  return (
    <aside className="cart-totals" aria-label={checkout('summary')}>
      <form action={link('/cart')} className="zip-form">
        <label htmlFor="zip">{t('postalCode')}</label>
        <input id="zip" name="zip" inputMode="numeric" autoComplete="postal-code" maxLength={5} defaultValue={zip} />
        <button className="button button-quiet">{t('estimate')}</button>
        {zip && delivery.code === 'delivery_unknown' && <p className="field-error">{t('postalCodeInvalid')}</p>}
        <UnservedPostalCode {...place} />
      </form>
      <Totals totals={orderTotals(quote)} delivery={delivery} />
      <Arrival {...place} dates={available.map((product) => dispatchFrom(variantOf(product), product.qty))} />
      {isHeld ? (
        <p className="field-error">{t('checkoutBlocked')}</p>
      ) : (
        <a className="button button-buy" href="/customer/checkout">
          {t('checkout')}
        </a>
      )}
    </aside>
  );
}
