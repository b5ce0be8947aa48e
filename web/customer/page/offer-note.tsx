import { useTranslations } from 'use-intl';
import type { ProductRow } from '#contract/products.ts';
import { LaterDispatch } from '../../ui/later-dispatch.tsx';

/** Says of a title that it is not in stock, and from when it is dispatched all the same. */
export function OfferNote({ offer }: { offer: ProductRow['availability'] }) {
  const t = useTranslations('area.wishList');
  if (offer.state === 'out_of_stock') return <p className="wish-unavailable">{t('outOfStock')}</p>;
  return <LaterDispatch offer={offer} />;
}
