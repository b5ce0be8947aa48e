import { useTranslations } from 'use-intl';
import type { ProductRow } from '#contract/products.ts';
import { formatDate } from '#domain/dates.ts';
import { useReaderLocale } from './text.tsx';

/** Says of a title that is ordered ahead from when it is dispatched. */
export function LaterDispatch({ offer: { state, from } }: { offer: ProductRow['availability'] }) {
  const t = useTranslations('common');
  const locale = useReaderLocale();
  if (from === null) return null;
  const key = state === 'preorder' ? 'dispatchedFrom' : 'backOrder';
  return <p className="field-hint">{t(key, { date: formatDate(from, locale) })}</p>;
}
