import { bookPath } from '#contract/pages.ts';
import type { ShopView } from '#contract/views.ts';
import { explainQuote } from '#domain/explain.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { quoteCart } from '#domain/price.ts';
import { sumUp } from '#domain/sums.ts';
import { useTranslations } from 'use-intl';
import { Cover } from '../ui/cover.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Price } from '../ui/price.tsx';
import { Sums } from '../ui/sums.tsx';
import { useCommonWords, useLink } from './shop-context.tsx';

type CartView = Extract<ShopView, { page: 'cart' }>;
type CartProduct = CartView['detail']['products'][number];

/** The cart without scripts: what its cookie holds, with forms that change it. With scripts an island stands here. */
export function CartPage({ view }: { view: CartView }) {
  const t = useTranslations('cart');
  const link = useLink();
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
            <ul className="cart-lines">
              {products.map((product) => (
                <Line key={product.vid} product={product} />
              ))}
            </ul>
            <Foot view={view} />
          </>
        )}
      </div>
    </section>
  );
}

function Line({ product }: { product: CartProduct }) {
  const t = useTranslations('cart');
  const common = useCommonWords();
  const link = useLink();
  const chosen = product.variants.find((variant) => variant.id === product.vid)!;
  return (
    <li className="cart-line">
      <Cover src={product.cover} size="small" />
      <div className="cart-line-words">
        <a href={link(bookPath(product))}>
          <ForeignText text={product.title} language={product.language} />
        </a>
        <small>{common(`formats.${chosen.format}`)}</small>
        <form className="cart-line-qty" method="post" action={link('/cart')}>
          <input type="hidden" name="set" value={`${product.id}.${product.vid}`} />
          <label>
            <span className="visually-hidden">{t('qty', { title: product.title })}</span>
            <input name="qty" type="number" inputMode="numeric" min={0} max={999} defaultValue={product.qty} />
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
      </div>
      <Price ringgit={ringgitFromSen(senFromRinggit(chosen.original_price) * product.qty)} />
    </li>
  );
}

function Foot({ view: { detail, zip } }: { view: CartView }) {
  const t = useTranslations('cart');
  const common = useCommonWords();
  const link = useLink();
  const lines = detail.products.map((product) => {
    const chosen = product.variants.find((variant) => variant.id === product.vid)!;
    const listPrice = senFromRinggit(chosen.original_price);
    return { productId: product.id, variantId: product.vid, qty: product.qty, listPrice, memberPrice: listPrice };
  });
  const quote = quoteCart({ lines, isMember: false, postalCode: zip });
  const { delivery } = explainQuote(quote, { postalCode: zip });
  return (
    <div className="cart-sums">
      <form action={link('/cart')} className="zip-form">
        <label htmlFor="zip">{t('postalCode')}</label>
        <input id="zip" name="zip" inputMode="numeric" autoComplete="postal-code" maxLength={5} defaultValue={zip} />
        <button className="button button-quiet">{t('estimate')}</button>
        {zip && delivery.code === 'delivery_unknown' && <p className="field-error">{common('fields.postal_code')}</p>}
      </form>
      <Sums sums={sumUp(quote)} delivery={delivery} />
      <a className="button button-buy" href="/customer/checkout">
        {t('checkout')}
      </a>
    </div>
  );
}
