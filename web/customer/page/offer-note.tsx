import { useTranslations } from 'use-intl';
import type { ProductRow } from '#contract/products.ts';
import { formatDate } from '#domain/dates.ts';
import { useReaderLocale } from '../../ui/text.tsx';

/** Says of a title that it is not in stock, and from when it is dispatched all the same. */
export function OfferNote({ offer: { state, from } }: { offer: ProductRow['availability'] }) {
  const t = useTranslations('area.wishList');
  const common = useTranslations('common');
  const locale = useReaderLocale();
  if (state === 'out_of_stock') return <p className="wish-unavailable">{t('outOfStock')}</p>;
  if (from === null) return null;
  const date = formatDate(from, locale);
  return (
    <p className="field-hint">{state === 'preorder' ? common('dispatchedFrom', { date }) : t('backOrder', { date })}</p>
  );
}
