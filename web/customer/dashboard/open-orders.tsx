import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Dashboard, OrderSummary } from '#contract/dashboard.ts';
import { OrderCovers } from '../orders/order-covers.tsx';
import { useDay } from '../use-day.ts';
import { useShopPath } from '../use-shop-path.ts';

/** The orders that are not done yet, each with what happens next; where there is none, the last one. */
export function OpenOrders({ dashboard: { open_orders, latest_orders, counts } }: { dashboard: Dashboard }) {
  const t = useTranslations('area.dashboard');
  const more = counts.open_orders - open_orders.length;
  const last = open_orders.length === 0 ? latest_orders[0] : undefined;
  return (
    <section className="part" aria-labelledby="open-orders">
      <div className="part-head">
        <h2 id="open-orders">{t('open')}</h2>
        <Link to="/my-orders">{t('all')}</Link>
      </div>
      {open_orders.length > 0 ? (
        <ul className="open-orders">
          {open_orders.map((order) => (
            <li key={order.id}>
              <Order order={order} />
            </li>
          ))}
        </ul>
      ) : (
        <NoOrder />
      )}
      {more > 0 && <Link to="/my-orders">{t('moreOpen', { count: more })}</Link>}
      {last && <LastOrder order={last} />}
    </section>
  );
}

function NoOrder() {
  const t = useTranslations('area.dashboard');
  const shop = useShopPath();
  return (
    <div className="quiet-card">
      <p>{t('none')}</p>
      <a className="button" href={shop('/browse')}>
        {t('toShop')}
      </a>
    </div>
  );
}

function LastOrder({ order }: { order: OrderSummary }) {
  const t = useTranslations('area.dashboard');
  return (
    <>
      <h3>{t('last')}</h3>
      <div className="open-orders">
        <Order order={order} />
      </div>
    </>
  );
}

function Order({ order }: { order: OrderSummary }) {
  const t = useTranslations('area.orders');
  const common = useTranslations('common');
  const day = useDay();
  return (
    <Link className="open-order" to={`/my-orders?order=${order.number}`}>
      <h3>{common(`orderStates.${order.status}`)}</h3>
      <p>{common(`nextSteps.${order.status}`)}</p>
      <OrderCovers covers={order.covers} titles={order.titles} />
      <small>
        {t('number', { number: order.number })} · {day(order.placed_at)}
      </small>
    </Link>
  );
}
