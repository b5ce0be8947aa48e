import { Fragment } from 'react';
import type { Product, Variant } from '#contract/products.ts';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { isBuyable, mayBecomeBuyable } from '#domain/catalogue/availability.ts';
import { offerOf } from '#domain/catalogue/offer.ts';
import { isLowStock } from '#domain/catalogue/product.ts';
import { formatDate } from '#domain/dates.ts';
import { NOTIFY_ID } from './notify-form.tsx';
import { usePageRequest, useShopTranslations } from '../shop-context.tsx';

/** Whether a copy leaves with the next parcels. */
export function isDispatchable(variant: Variant): boolean {
  return offerOf(variant).state === 'in_stock';
}

/** From when a format is dispatched that can be ordered but does not leave with the next parcels. */
export function laterDispatch(variant: Variant): string | undefined {
  if (!isBuyable(variant)) return undefined;
  return (variant.stock > 0 ? variant.on_sale_from : variant.awaited_from) ?? undefined;
}

const STATE_CLASSES: Partial<Record<Variant['state'], string>> = {
  in_stock: 'is-in-stock',
  out_of_stock: 'is-out-of-stock',
};

/** What a variant's state means for a reader, with its date or days. */
export function Availability({ product, variant }: { product: Product; variant: Variant }) {
  const t = useShopTranslations();
  const text = useAvailability(variant);
  const isLow = variant.is_sold && variant.state === 'in_stock' && isLowStock(variant.stock);
  const className = isLow ? 'is-low-stock' : variant.is_sold ? STATE_CLASSES[variant.state] : undefined;
  const links = [
    ...(isAnsweredByShop(variant) ? [{ href: questionPath(product), label: t('book.contact') }] : []),
    ...(mayBecomeBuyable(variant) ? [{ href: `#${NOTIFY_ID}`, label: t('notify.link') }] : []),
  ];
  return (
    <small className={className}>
      {text}
      {links.map(({ href, label }, index) => (
        <Fragment key={href}>
          {(text || index > 0) && ' · '}
          <a href={href}>{label}</a>
        </Fragment>
      ))}
    </small>
  );
}

/** The form that asks the shop about a title. */
export function questionPath(product: Pick<Product, 'id'>): string {
  return `${CUSTOMER_AREA}/tickets?new=1&book=${product.id}`;
}

/** What the shop can get but has none of, or knows too little about. */
function isAnsweredByShop({ is_sold, state, awaited_from }: Variant): boolean {
  return is_sold && awaited_from === null && (state === 'to_order' || state === 'made_to_order' || state === 'unknown');
}

function useAvailability(variant: Variant): string {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const { stock, state, awaited_from } = variant;
  const isOrdered = stock > 0 || awaited_from !== null;
  const dateOf = (date: string | null) => formatDate(date ?? '', locale);
  const days = variant.order_days ?? 0;
  if (!variant.is_sold) return t('book.notAvailable');
  switch (state) {
    case 'embargoed': {
      const date = dateOf(variant.on_sale_from);
      return isOrdered ? t('book.preorderEmbargo', { date }) : t('book.onSaleFrom', { date });
    }
    case 'preorder': {
      const date = dateOf(variant.published ?? variant.expected);
      return isOrdered ? t('book.preorder', { date }) : t('book.forthcoming', { date });
    }
    case 'in_stock':
      return isLowStock(stock) ? t('book.fewLeft', { count: stock }) : t('book.inStock');
    case 'to_order':
      return t('book.toOrder', { days });
    case 'made_to_order':
      return t('book.madeToOrder', { days });
    case 'back_order':
      return awaited_from === null
        ? t('book.expected', { date: dateOf(variant.expected) })
        : t('book.backOrder', { date: dateOf(awaited_from) });
    case 'announced':
      return t('book.notAvailable');
    case 'out_of_stock':
      return awaited_from === null ? t('book.outOfStock') : t('book.toOrder', { days });
    case 'unavailable':
      return t('book.unavailable');
    case 'unknown':
      return '';
    case 'no_rights':
    case 'withdrawn':
    case 'not_sold':
    case 'discontinued':
      return t('book.discontinued');
  }
}
