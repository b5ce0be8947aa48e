import type { OrderWithTimeline } from '#contract/orders.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { Cover } from '../ui/cover.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Price } from '../ui/price.tsx';
import { TransferInstructions } from '../ui/transfer-instructions.tsx';
import { formatMoment } from './dates.ts';
import { useCommonWords, useRequest, useShopWords } from './shop-context.tsx';

/** The order that a guest's mailed link names: where it is first, then what it is. */
export function OrderPage({ order }: { order: OrderWithTimeline }) {
  const t = useShopWords();
  const common = useCommonWords();
  const { locale } = useRequest();
  return (
    <section className="order-page">
      <header>
        <h1>{t('order.title', { number: order.number })}</h1>
        <p>{t('order.placedOn', { date: formatMoment(order.placed_at, locale) })}</p>
      </header>
      <p className="notice">
        <b>{common(`orderStates.${order.status}`)}</b> {common(`nextSteps.${order.status}`)}
      </p>
      {order.payment.instructions && (
        <TransferInstructions
          title={t('order.pay', { amount: formatSen(senFromRinggit(order.payable)) })}
          to={order.payment.instructions}
        />
      )}
      <Refunds order={order} />
      <Lines order={order} />
      <DeliverTo order={order} />
      <p>
        {t('order.adopt', { email: order.email })} <a href="/customer/auth/register">{t('order.register')}</a>
      </p>
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

function Lines({ order }: { order: OrderWithTimeline }) {
  const t = useShopWords();
  const common = useCommonWords();
  return (
    <section>
      <h2>{t('order.books')}</h2>
      <ul className="cart-lines">
        {order.lines.map((line) => (
          <li key={line.id} className="cart-line">
            <Cover src={line.cover} size="small" />
            <div className="cart-line-words">
              <ForeignText text={line.title} language={line.language} />
              <small>
                {line.qty} × {common(`formats.${line.format}`)}
              </small>
            </div>
            <Price ringgit={(senFromRinggit(line.unit_price) * line.qty) / 100} />
          </li>
        ))}
      </ul>
      <dl className="sums">
        <Sum name={common('sums.total')} ringgit={order.total} />
        {order.discount > 0 && <Sum name={common('sums.discount')} ringgit={-order.discount} />}
        {order.coupon && <Sum name={common('sums.coupon', { code: order.coupon })} ringgit={-order.proDis} />}
        <Sum name={common('sums.shipping')} ringgit={order.shippingCost} />
        <Sum name={common('sums.payable')} ringgit={order.payable} isLast />
      </dl>
    </section>
  );
}

function Sum({ name, ringgit, isLast = false }: { name: string; ringgit: number; isLast?: boolean }) {
  return (
    <div className={isLast ? 'sums-payable' : undefined}>
      <dt>{name}</dt>
      <dd>
        <Price ringgit={ringgit} />
      </dd>
    </div>
  );
}

function DeliverTo({ order: { address } }: { order: OrderWithTimeline }) {
  const t = useShopWords();
  return (
    <section>
      <h2>{t('order.deliverTo')}</h2>
      <address>
        <bdi>{address.name}</bdi>
        <br />
        <bdi>{[address.line1, address.line2].filter(Boolean).join(', ')}</bdi>
        <br />
        <bdi>
          {address.zip} {address.city}, {address.state}
        </bdi>
      </address>
    </section>
  );
}
