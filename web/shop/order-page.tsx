import type { OrderWithTimeline } from '#contract/orders.ts';
import { formatDay } from '#domain/dates.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { AddressLines } from '../orders/address-lines.tsx';
import { OrderLines } from '../orders/order-lines.tsx';
import { Parcels } from '../orders/parcels.tsx';
import { Timeline } from '../orders/timeline.tsx';
import { TransferInstructions } from '../ui/transfer-instructions.tsx';
import { useCommonWords, useLink, useRequest, useShopWords } from './shop-context.tsx';

/** The order that a guest's mailed link names: where it is first, then what it is. */
export function OrderPage({ order }: { order: OrderWithTimeline }) {
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
      {order.payment.instructions && (
        <TransferInstructions
          title={t('order.pay', { amount: formatSen(senFromRinggit(order.payable)) })}
          to={order.payment.instructions}
        />
      )}
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
function Actions({ order }: { order: OrderWithTimeline }) {
  const t = useShopWords();
  const { path, locale } = useRequest();
  const token = path.split('/').at(-1)!;
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
