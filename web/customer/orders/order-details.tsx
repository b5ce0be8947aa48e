import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { AddressLines } from '../../orders/address-lines.tsx';
import { OrderLines } from '../../orders/order-lines.tsx';
import { Parcels } from '../../orders/parcels.tsx';
import { PaymentComing, PayOrder } from '../../orders/pay-order.tsx';
import { Timeline } from '../../orders/timeline.tsx';
import { useShopPath } from '../use-shop-path.ts';
import { PayButtons } from './pay-buttons.tsx';
import { RefundList } from './refund-list.tsx';
import { RefundRequest } from './refund-request.tsx';

/** Everything about an order: how to pay it, its books and prices, what happened so far, and where it goes. */
export function OrderDetails({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('area.orders');
  const shopPath = useShopPath();
  return (
    <div className="order-details">
      <Payment order={order} />
      <section>
        <h2>{t('yourBooks')}</h2>
        <OrderLines order={order} shopPath={shopPath} />
        <RefundList order={order} />
        <RefundRequest order={order} />
      </section>
      <OrderAside order={order} />
    </div>
  );
}

function Payment({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('common.payment');
  const [search] = useSearchParams();
  const isComing = order.payment.status === 'pending' && search.get('payment') === 'done';
  if (!isComing) return <PayOrder order={order} ways={(methods) => <PayButtons id={order.id} methods={methods} />} />;
  return (
    <PaymentComing>
      <Link to={`?order=${order.number}`}>{t('other')}</Link>
    </PaymentComing>
  );
}

function OrderAside({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('area.orders');
  return (
    <div className="order-aside">
      {order.shipments.length > 0 && (
        <section>
          <h2>{t('parcels')}</h2>
          <Parcels parcels={order.shipments} />
        </section>
      )}
      <section>
        <h2>{t('so')}</h2>
        <Timeline moves={order.timeline} />
      </section>
      <section>
        <h2>{t('deliverTo')}</h2>
        <AddressLines address={order.address} />
      </section>
    </div>
  );
}
