import { useTranslations } from 'use-intl';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { formatMoment } from '#domain/clock.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';

/** What happened to an order so far, each move with its time. */
export function Timeline({ moves }: { moves: OrderWithTimeline['timeline'] }) {
  const t = useTranslations('common');
  const locale = useReaderLocale();
  return (
    <ol className="timeline">
      {moves.map(({ status, at }) => (
        <li key={status}>
          <b>{t(`orderStates.${status}`)}</b>
          <time dateTime={at}>{formatMoment(at, locale)}</time>
        </li>
      ))}
    </ol>
  );
}
