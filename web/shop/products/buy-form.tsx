import { ShoppingBag } from 'lucide-react';
import type { Product, Variant } from '#contract/products.ts';
import { isBuyable } from '#domain/catalogue/availability.ts';
import { senFromRinggit } from '#domain/money.ts';
import { ForeignText, Price, useMoney } from '../../ui/text.tsx';
import { Availability, isDispatchable, laterDispatch } from './availability.tsx';
import { DeliveryPromise, LaterPromise } from './delivery-promise.tsx';
import { DeliveryCosts } from '../pages/info-pages.tsx';
import { useCommonTranslations, useLocalePath, useShopTranslations } from '../shop-context.tsx';

/** The formats with their prices, and one button. A real form that posts to the cart page. */
export function BuyForm({ product }: { product: Product }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const buyable = product.variants.filter(isBuyable);
  return (
    <form id={BUY_FORM} className="buy" method="post" action={link('/cart')} data-island="add-to-cart">
      <fieldset className="variants">
        <legend>{t('book.formats')}</legend>
        {product.variants.map((variant) => (
          <VariantOption key={variant.id} product={product} variant={variant} isChosen={variant === buyable[0]} />
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
      {product.variants.some(isDispatchable) && <DeliveryPromise />}
      <p className="buy-notes">
        <DeliveryCosts /> {t('book.returns')}
      </p>
    </form>
  );
}

const BUY_FORM = 'buy';

/** On a phone the button stays at the foot of the screen; it is of the same form. */
export function BuyBar({ product }: { product: Product }) {
  const t = useShopTranslations();
  if (!product.variants.some(isBuyable)) return null;
  return (
    <div className="buy-bar no-print">
      <p>
        <ForeignText text={product.title} language={product.language} />
      </p>
      <button className="button" form={BUY_FORM}>
        <ShoppingBag aria-hidden="true" size={18} />
        {t('book.add')}
      </button>
    </div>
  );
}

type VariantOptionProps = { product: Product; variant: Variant; isChosen: boolean };

function VariantOption({ product, variant, isChosen }: VariantOptionProps) {
  const common = useCommonTranslations();
  const later = laterDispatch(variant);
  const className = isBuyable(variant) ? (later ? 'variant is-later' : 'variant') : 'variant is-unavailable';
  return (
    <label className={className}>
      <input
        type="radio"
        name="line"
        value={`${product.id}.${variant.id}`}
        defaultChecked={isChosen}
        disabled={!isBuyable(variant)}
      />
      <span className="variant-text">
        <b>{common(`formats.${variant.format}`)}</b>
        <Availability product={product} variant={variant} />
        {later && <LaterPromise from={later} />}
      </span>
      <VariantPrice variant={variant} />
    </label>
  );
}

function VariantPrice({ variant }: { variant: Variant }) {
  const t = useShopTranslations();
  const money = useMoney();
  const saving = senFromRinggit(variant.original_price) - senFromRinggit(variant.price);
  return (
    <span className="variant-prices">
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
        {saving > 0 && <small>{t('book.save', { amount: money(saving) })}</small>}
      </span>
    </span>
  );
}
