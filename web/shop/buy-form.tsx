import { ShoppingBag } from 'lucide-react';
import type { Product, Variant } from '#contract/products.ts';
import { formatDate } from '#domain/dates.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { isFew } from '#domain/stock.ts';
import { Price } from '../ui/price.tsx';
import { isForthcoming } from './forthcoming.ts';
import { useCommonWords, useLink, useRequest, useShopWords } from './shop-context.tsx';

/** The formats with their prices, and one button. A real form that posts to the cart page. */
export function BuyForm({ product }: { product: Product }) {
  const t = useShopWords();
  const link = useLink();
  const buyable = product.variants.filter(isBuyable);
  return (
    <form className="buy" method="post" action={link('/cart')} data-island="add-to-cart">
      <fieldset className="editions">
        <legend>{t('book.formats')}</legend>
        {product.variants.map((variant) => (
          <Edition key={variant.id} product={product} variant={variant} isChosen={variant === buyable[0]} />
        ))}
      </fieldset>
      {buyable.length > 0 && (
        <div className="buy-row">
          <label className="buy-qty">
            {t('book.qty')}
            <input name="qty" type="number" inputMode="numeric" min={1} max={99} defaultValue={1} />
          </label>
          <button className="button button-buy">
            <ShoppingBag aria-hidden="true" size={18} />
            {t('book.add')}
          </button>
        </div>
      )}
      <p className="buy-notes">
        {t('book.delivery')} {t('book.returns')}
      </p>
    </form>
  );
}

function isBuyable(variant: Variant): boolean {
  return variant.is_sold && variant.stock > 0;
}

type EditionProps = { product: Product; variant: Variant; isChosen: boolean };

function Edition({ product, variant, isChosen }: EditionProps) {
  const common = useCommonWords();
  return (
    <label className={isBuyable(variant) ? 'edition' : 'edition is-unavailable'}>
      <input
        type="radio"
        name="line"
        value={`${product.id}.${variant.id}`}
        defaultChecked={isChosen}
        disabled={!isBuyable(variant)}
      />
      <span className="edition-words">
        <b>{common(`formats.${variant.format}`)}</b>
        <Availability variant={variant} />
      </span>
      <EditionPrice variant={variant} />
    </label>
  );
}

function EditionPrice({ variant }: { variant: Variant }) {
  const t = useShopWords();
  const saving = senFromRinggit(variant.original_price) - senFromRinggit(variant.price);
  return (
    <span className="edition-prices">
      <span className="for-guest">
        <Price ringgit={variant.original_price} />
        {saving > 0 && (
          <small>
            {t('book.member')} <Price ringgit={variant.price} className="" />
          </small>
        )}
      </span>
      <span className="for-member">
        <Price ringgit={variant.price} />
        {saving > 0 && <small>{t('book.save', { amount: formatSen(saving) })}</small>}
      </span>
    </span>
  );
}

function Availability({ variant }: { variant: Variant }) {
  const t = useShopWords();
  const { locale } = useRequest();
  const { stock, published, is_sold } = variant;
  if (!is_sold) return <small>{t('book.notSold')}</small>;
  if (stock === 0 && published && isForthcoming(published))
    return <small>{t('book.forthcoming', { date: formatDate(published, locale) })}</small>;
  if (stock === 0) return <small className="is-out">{t('book.outOfStock')}</small>;
  if (isFew(stock)) return <small className="is-few">{t('book.fewLeft', { count: stock })}</small>;
  return <small className="is-in">{t('book.inStock')}</small>;
}
