import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { canTransitionOrder } from '#domain/orders/order.ts';
import { EmptyState, QueryContent, PageTitle } from '../page/page-states.tsx';
import { useDateFormat } from '../page/use-date-format.ts';
import { ContactAboutOrder, BuyAgain, CancelOrder, DownloadReceipt, PrintOrder } from './order-actions.tsx';
import { OrderRequests } from './order-requests.tsx';
import { OrderStatusHeader } from './order-status.tsx';
import { useOrder } from './use-orders.ts';
import { AddressLines } from '../../ui/delivery.tsx';
import { OrderExtras, OrderLines, Shipments, Timeline } from '../../orders/order-view.tsx';
import { PaymentPending, PaymentOptions, type PaymentOptionsProps } from '../../orders/payment.tsx';
import { LazyMessages, useShopPath, type MessageLoaders } from '../shell/locale.tsx';
import { renderQrCode, PaymentButtons } from './payment.tsx';
import { RefundList } from './refunds/refund-list.tsx';
import { RefundButton } from './refunds/refund-button.tsx';

const ORDER_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/orders.json'),
  fa: () => import('#messages/fa/orders.json'),
  de: () => import('#messages/de/orders.json'),
  fr: () => import('#messages/fr/orders.json'),
  pt: () => import('#messages/pt/orders.json'),
};

/** Adds the messages that only the page of one order needs. */
function OrderMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="orders" loaders={ORDER_MESSAGES}>
      {children}
    </LazyMessages>
  );
}

/** One order as a page: its status, its details and every action. */
export function OrderView({ number }: { number: string }) {
  const order = useOrder(number);
  return (
    <div className="page order-view">
      <BackToAll />
      <QueryContent query={order}>
        {(found) =>
          found ? (
            <OrderMessages>
              <FoundOrder order={found} />
            </OrderMessages>
          ) : (
            <OrderNotFound number={number} />
          )
        }
      </QueryContent>
    </div>
  );
}

/** Back to the list with its search and filter. */
function BackToAll() {
  const t = useTranslations('area.orders');
  const [search] = useSearchParams();
  const back = new URLSearchParams(search);
  for (const name of ['order', 'payment']) back.delete(name);
  return (
    <Link className="order-back no-print" to={`?${back}`}>
      {t('backToAll')}
    </Link>
  );
}

function OrderNotFound({ number }: { number: string }) {
  const t = useTranslations('area.orders');
  return (
    <>
      <PageTitle title={t('title')} />
      <EmptyState title={t('notFound', { number })} text={t('notFoundText')} />
    </>
  );
}

function FoundOrder({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('area.orders');
  const day = useDateFormat();
  return (
    <article className="page" aria-labelledby={`${order.id}-number`}>
      <header className="page-head">
        <div id={`${order.id}-number`}>
          <PageTitle title={t('number', { number: order.number })} />
        </div>
        <p>{t('placed', { date: day(order.placed_at) })}</p>
      </header>
      <OrderStatusHeader order={order} />
      <Actions order={order} />
      <OrderDetails order={order} />
    </article>
  );
}

function Actions({ order }: { order: OrderWithTimeline }) {
  return (
    <div className="order-actions no-print">
      <BuyAgain order={order} className="button button-quiet" />
      <DownloadReceipt order={order} />
      <PrintOrder />
      <OrderRequests order={order} />
      <ContactAboutOrder order={order} />
      {canTransitionOrder(order.status, 'cancelled') && <CancelOrder order={order} />}
    </div>
  );
}

/** The details of an order: payment, items, prices, timeline and address. */
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

/** What was sent is returned; before packing a refund is for who does not simply cancel. */
function RefundRequest({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('orders');
  const { requests } = order;
  return (
    <RefundButton
      order={order}
      {...(requests.includes('return') && { label: t('requests.return') })}
      {...(requests.includes('cancel-items') && { hint: t('refundHint') })}
    />
  );
}

function Payment({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('common.payment');
  const [search] = useSearchParams();
  const isReturning = order.payment.status === 'pending' && search.get('payment') === 'done';
  if (!isReturning) {
    const renderMethods: PaymentOptionsProps['renderMethods'] = (methods) => (
      <PaymentButtons id={order.id} methods={methods} />
    );
    return <PaymentOptions order={order} renderMethods={renderMethods} renderQrCode={renderQrCode} />;
  }
  return (
    <PaymentPending>
      <Link to={`?order=${order.number}`}>{t('otherMethod')}</Link>
    </PaymentPending>
  );
}

function OrderAside({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('area.orders');
  return (
    <div className="order-sidebar">
      {order.shipments.length > 0 && (
        <section>
          <h2>{t('parcels')}</h2>
          <Shipments parcels={order.shipments} />
        </section>
      )}
      <section>
        <h2>{t('timeline')}</h2>
        <Timeline events={order.timeline} />
      </section>
      <section>
        <h2>{t('deliverTo')}</h2>
        <AddressLines address={order.address} />
        <OrderExtras order={order} />
      </section>
    </div>
  );
}
