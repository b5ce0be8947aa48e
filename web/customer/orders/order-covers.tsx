import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { Cover } from '../../ui/cover.tsx';

const SHOWN = 5;

/** The covers of an order side by side, and how many more there are. The titles stand elsewhere. */
export function OrderCovers({ lines }: { lines: Order['lines'] }) {
  const t = useTranslations('customer.orders');
  const more = lines.length - SHOWN;
  return (
    <div className="order-covers" aria-hidden="true">
      {lines.slice(0, SHOWN).map((line) => (
        <Cover key={line.id} src={line.cover} size="small" />
      ))}
      {more > 0 && <span className="order-more">{t('more', { count: more })}</span>}
    </div>
  );
}
