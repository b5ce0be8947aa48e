import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Dashboard, OrderSummary } from '#contract/dashboard.ts';
import { NoWrapNumbers } from '../../ui/text.tsx';
import { useDateFormat } from '../page/use-date-format.ts';
import { isForYouNow } from './for-you-now.tsx';
import { OrderCovers } from './order-covers.tsx';

/** The open orders that the shop works at, each with what happens next. */
export function OpenOrders({ dashboard: { open_orders: orders, counts } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard');
  const shown = orders.filter((order) => !isForYouNow(order));
  const more = counts.open_orders - orders.length;
  if (shown.length + more === 0) return null;
  return (
    <section className="page-section" aria-labelledby="open-orders">
      <div className="page-section-head">
        <h2 id="open-orders">{t('open')}</h2>
        <Link to="/my-orders">{t('all')}</Link>
      </div>
      <ul className="open-orders">
        {shown.map((order) => (
          <li key={order.id}>
            <OpenOrder order={order} />
          </li>
        ))}
      </ul>
      {more > 0 && <Link to="/my-orders">{t('moreOpen', { count: more })}</Link>}
    </section>
  );
}

function OpenOrder({ order }: { order: OrderSummary }) {
  const t = useTranslations('area.orders');
  const common = useTranslations('common');
  const day = useDateFormat();
  return (
    <Link className="open-order" to={`/my-orders?order=${order.number}`}>
      <h3>{common(`orderStates.${order.status}`)}</h3>
      <p>{common(`nextSteps.${order.status}`)}</p>
      <OrderCovers covers={order.covers} titles={order.titles} />
      <small>
        <NoWrapNumbers text={t('number', { number: order.number })} /> · {day(order.placed_at)}
      </small>
    </Link>
  );
}
