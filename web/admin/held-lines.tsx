import { useTranslations } from 'use-intl';
import type { AnyOrder } from '#contract/admin.ts';
import { formatDate } from '#domain/dates.ts';
import { useReaderLocale } from '../ui/text.tsx';

/** Why an order cannot be dispatched yet, title by title. */
export function HeldLines({ held }: { held: AnyOrder['held'] }) {
  const t = useTranslations('admin.order');
  const locale = useReaderLocale();
  if (held.length === 0) return null;
  return (
    <ul className="alert alert-warning">
      {held.map(({ title, embargo, awaited }) => (
        <li key={title}>
          <bdi>{title}</bdi>:{' '}
          {embargo === null ? t('awaited', { count: awaited }) : t('embargo', { date: formatDate(embargo, locale) })}
        </li>
      ))}
    </ul>
  );
}
