import type { OrderWithTimeline } from '#contract/orders.ts';
import { guestOrderPath, guestPaymentPath } from '#contract/pages.ts';
import type { ShopView } from '#contract/views.ts';
import { formatDay } from '#domain/dates.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { AddressLines } from '../orders/address-lines.tsx';
import { OrderLines } from '../orders/order-lines.tsx';
import { Parcels } from '../orders/parcels.tsx';
import { PayLinks } from '../orders/pay-links.tsx';
import { PaymentComing, PayOrder } from '../orders/pay-order.tsx';
import { Timeline } from '../orders/timeline.tsx';
import { useCommonWords, useLink, useRequest, useShopWords } from './shop-context.tsx';

type OrderPageProps = Omit<Extract<ShopView, { page: 'order' }>, 'page'>;

/** The order that a guest's mailed link names: where it is first, then what it is. */
export function OrderPage({ order, isComing, refusal }: OrderPageProps) {
  const t = useShopWords();
  const link = useLink();
  const { locale } = useRequest();
  return (
    <section className="order-page">
      <header>
        <h1>{t('order.title', { number: order.number })}</h1>
        <p>{t('order.placedOn', { date: formatDay(order.placed_at, locale) })}</p>
      </header>
      <Whereabouts order={order} />
      {refusal && (
        <p className="notice" role="alert">
          {refusal}
        </p>
      )}
      <Payment order={order} isComing={isComing} />
      <Refunds order={order} />
      <section>
        <h2>{t('order.books')}</h2>
        <OrderLines order={order} shopPath={link} />
      </section>
      <section>
        <h2>{t('order.timeline')}</h2>
        <Timeline moves={order.timeline} />
      </section>
      <DeliverTo order={order} />
      <Actions order={order} />
    </section>
  );
}

/** The page does not follow what happens: whoever waits for the provider's word looks again. */
function Payment({ order, isComing }: Pick<OrderPageProps, 'order' | 'isComing'>) {
  const common = useCommonWords();
  const link = useLink();
  const token = useToken();
  if (!isComing || order.payment.status !== 'pending')
    return (
      <PayOrder
        order={order}
        ways={(methods) => <PayLinks methods={methods} to={(method) => link(guestPaymentPath(token, method))} />}
      />
    );
  return (
    <PaymentComing>
      <a href={link(`${guestOrderPath(token)}?payment=done`)}>{common('payment.look')}</a>
      <a href={link(guestOrderPath(token))}>{common('payment.other')}</a>
    </PaymentComing>
  );
}

/** What comes back of it, where something does. */
function Refunds({ order }: { order: OrderWithTimeline }) {
  const common = useCommonWords();
  return order.refunds.map((refund) => (
    <p key={refund.id} className="notice">
      <b>
        {common('refundOf', { amount: formatSen(senFromRinggit(refund.amount)) })} ·{' '}
        {common(`refundStates.${refund.status}`)}
      </b>{' '}
      {common(`refundSteps.${refund.status}`)}
    </p>
  ));
}

function Whereabouts({ order }: { order: OrderWithTimeline }) {
  const common = useCommonWords();
  return (
    <div className="notice">
      <p>
        <b>{common(`orderStates.${order.status}`)}</b> {common(`nextSteps.${order.status}`)}
      </p>
      <Parcels parcels={order.shipments} />
    </div>
  );
}

/** The phone is left out: the mailed link may be passed on. */
function DeliverTo({ order: { address } }: { order: OrderWithTimeline }) {
  const t = useShopWords();
  return (
    <section>
      <h2>{t('order.deliverTo')}</h2>
      <AddressLines address={{ ...address, phone: null }} />
    </section>
  );
}

/** The page's own address ends with the token that also opens the receipt. */
function useToken(): string {
  return useRequest().path.split('/').at(-1)!;
}

function Actions({ order }: { order: OrderWithTimeline }) {
  const t = useShopWords();
  const { locale } = useRequest();
  const token = useToken();
  return (
    <footer className="no-print">
      <p>
        <a className="button button-quiet" href={`/api/guest-orders/${token}/receipt?locale=${locale}`} download>
          {t(order.payment.status === 'pending' ? 'order.invoice' : 'order.receipt')}
        </a>
      </p>
      <p>
        {t('order.adopt', { email: order.email })} <a href="/customer/auth/register">{t('order.register')}</a>
      </p>
    </footer>
  );
}
