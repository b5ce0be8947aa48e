import { useTranslations } from 'use-intl';
import type { OrderWithTimeline } from '#contract/orders.ts';
import {
  CUSTOMER_AREA,
  guestCancelPath,
  guestOrderPath,
  guestPaymentPath,
  orderClaimPath,
  orderReturnPath,
  type ShopView,
} from '#contract/pages.ts';
import { formatDay } from '#domain/dates.ts';
import { senFromRinggit } from '#domain/money.ts';
import { canTransitionOrder } from '#domain/orders/order.ts';
import { AddressLines } from '../../ui/delivery.tsx';
import { ExpectedDelivery, OrderExtras, OrderLines, Shipments, Timeline } from '../../orders/order-view.tsx';
import { PaymentLinks, PaymentPending, PaymentOptions } from '../../orders/payment.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useMoney } from '../../ui/text.tsx';
import { OrderRequestLinks } from './order-request-pages.tsx';
import { useOrderToken } from './order-token.ts';
import { useCommonTranslations, useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

type OrderPageProps = Omit<Extract<ShopView, { page: 'order' }>, 'page'>;

/** The order that a guest's mailed link names: where it is first, then what it is. */
export function OrderPage({ order, isGuest, isReturning, paymentError }: OrderPageProps) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { locale } = usePageRequest();
  return (
    <section className="order-page">
      <header>
        <h1>{t('order.title', { number: order.number })}</h1>
        <p>{t('order.placedOn', { date: formatDay(order.placed_at, locale) })}</p>
      </header>
      <OrderStatus order={order} />
      {paymentError && (
        <p className="alert" role="alert">
          {paymentError}
        </p>
      )}
      <OrderPayment order={order} isReturning={isReturning} />
      <OrderRefunds order={order} />
      <OrderClaims order={order} />
      <OrderRequestLinks order={order} />
      <section>
        <h2>{t('order.books')}</h2>
        <OrderLines order={order} shopPath={link} />
      </section>
      <section>
        <h2>{t('order.timeline')}</h2>
        <Timeline events={order.timeline} />
      </section>
      <DeliveryAddress order={order} />
      <OrderExtras order={order} />
      <OrderActions order={order} isGuest={isGuest} />
    </section>
  );
}

/** The page does not follow what happens: whoever waits for the provider's word looks again. */
function OrderPayment({ order, isReturning }: Pick<OrderPageProps, 'order' | 'isReturning'>) {
  const common = useCommonTranslations();
  const link = useLocalePath();
  const token = useOrderToken();
  if (!isReturning || order.payment.status !== 'pending')
    return (
      <PaymentOptions
        order={order}
        renderMethods={(methods) => (
          <PaymentLinks methods={methods} hrefOf={(method) => link(guestPaymentPath(token, method))} />
        )}
        renderQrCode={(text) => <QrCode text={text} />}
      />
    );
  return (
    <PaymentPending>
      <a href={link(`${guestOrderPath(token)}?payment=done`)}>{common('payment.checkAgain')}</a>
      <a href={link(guestOrderPath(token))}>{common('payment.otherMethod')}</a>
    </PaymentPending>
  );
}

/** What comes back of it, where something does. */
function OrderRefunds({ order }: { order: OrderWithTimeline }) {
  const common = useCommonTranslations();
  const t = useTranslations('orders');
  const money = useMoney();
  const link = useLocalePath();
  const token = useOrderToken();
  return order.refunds.map((refund) => (
    <p key={refund.id} className="alert">
      <b>
        {common('refundOf', { amount: money(senFromRinggit(refund.amount)) })} ·{' '}
        {common(`refundStates.${refund.status}`)}
      </b>{' '}
      {common(`refundSteps.${refund.status}`)}{' '}
      {refund.return && (
        <a href={link(orderReturnPath(token, refund.return.number))}>{t('return', { number: refund.return.number })}</a>
      )}
    </p>
  ));
}

/** What was missing of it, and how far that is. */
function OrderClaims({ order: { claims } }: { order: OrderWithTimeline }) {
  const t = useShopTranslations();
  const orders = useTranslations('orders');
  const link = useLocalePath();
  const token = useOrderToken();
  return claims.map(({ number, status }) => (
    <p key={number} className="alert">
      <b>{t(`orderClaim.statuses.${status}`)}</b> {t(`orderClaim.next.${status}`)}{' '}
      <a href={link(orderClaimPath(token, number))}>{orders('claim', { number })}</a>
    </p>
  ));
}

function OrderStatus({ order }: { order: OrderWithTimeline }) {
  const common = useCommonTranslations();
  return (
    <div className="alert">
      <p>
        <b>{common(`orderStates.${order.status}`)}</b> {common(`nextSteps.${order.status}`)}
      </p>
      <ExpectedDelivery order={order} />
      <Shipments parcels={order.shipments} />
    </div>
  );
}

/** The phone is left out: the mailed link may be passed on. */
function DeliveryAddress({ order: { address } }: { order: OrderWithTimeline }) {
  const t = useShopTranslations();
  return (
    <section>
      <h2>{t('order.deliverTo')}</h2>
      <AddressLines address={{ ...address, phone: null }} />
    </section>
  );
}

/** Asks once more, without a script. */
function CancelOrder() {
  const t = useShopTranslations();
  const link = useLocalePath();
  const token = useOrderToken();
  return (
    <details>
      <summary>{t('order.cancel')}</summary>
      <form method="post" action={link(guestCancelPath(token))}>
        <p>{t('order.cancelText')}</p>
        <button className="button button-quiet">{t('order.cancelNow')}</button>
      </form>
    </details>
  );
}

function OrderActions({ order, isGuest }: Pick<OrderPageProps, 'order' | 'isGuest'>) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const token = useOrderToken();
  return (
    <footer className="no-print">
      <p>
        <a className="button button-quiet" href={`/api/guest-orders/${token}/receipt?locale=${locale}`} download>
          {t(order.payment.status === 'pending' ? 'order.invoice' : 'order.receipt')}
        </a>
      </p>
      {canTransitionOrder(order.status, 'cancelled') && <CancelOrder />}
      {isGuest ? (
        <p>
          {t('order.createAccount', { email: order.email })} <a href="/customer/auth/register">{t('order.register')}</a>
        </p>
      ) : (
        <p>
          <a href={`${CUSTOMER_AREA}/my-orders?order=${order.number}`}>{t('orderRequests.ownOrder')}</a>
        </p>
      )}
    </footer>
  );
}
