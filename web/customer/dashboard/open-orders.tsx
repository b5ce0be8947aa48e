import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Dashboard, OrderSummary } from '#contract/dashboard.ts';
import { NoWrapNumbers } from '../../ui/text.tsx';
import { useDateFormat } from '../page/use-date-format.ts';
import { useShopPath } from '../shell/locale.tsx';
import { Cover } from '../../ui/cover.tsx';

/** The open orders, each with what happens next; without any, the latest order. */
export function OpenOrders({ dashboard: { open_orders, latest_orders, counts } }: { dashboard: Dashboard }) {
  const t = useTranslations('area.dashboard');
  const more = counts.open_orders - open_orders.length;
  const last = open_orders.length === 0 ? latest_orders[0] : undefined;
  return (
    <section className="page-section" aria-labelledby="open-orders">
      <div className="page-section-head">
        <h2 id="open-orders">{t('open')}</h2>
        <Link to="/my-orders">{t('all')}</Link>
      </div>
      {open_orders.length > 0 ? (
        <ul className="open-orders">
          {open_orders.map((order) => (
            <li key={order.id}>
              <OpenOrder order={order} />
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
    <div className="muted-card">
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
        <OpenOrder order={order} />
      </div>
    </>
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

const MAX_COVERS = 5;

type OrderCoversProps = {
  /** The covers of all titles of the order, or of the first ones. */
  covers: readonly string[];
  titles: number;
};

/** The covers of an order side by side, and the number of others; decorative. */
export function OrderCovers({ covers, titles }: OrderCoversProps) {
  const t = useTranslations('area.orders');
  const more = titles - Math.min(MAX_COVERS, covers.length);
  return (
    <div className="order-covers" aria-hidden="true">
      {covers.slice(0, MAX_COVERS).map((cover, index) => (
        <Cover key={`${index}-${cover}`} src={cover} size="small" />
      ))}
      {more > 0 && <span className="order-more">{t('more', { count: more })}</span>}
    </div>
  );
}
