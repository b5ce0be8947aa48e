import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';

/** The way to a new ticket that knows its order. */
export function AskAboutOrder({ order: { id } }: { order: Order }) {
  const t = useTranslations('area.orders');
  return (
    <Link className="button-plain" to={`/tickets?new=1&order=${id}`} aria-describedby={`${id}-number`}>
      {t('ask')}
    </Link>
  );
}
