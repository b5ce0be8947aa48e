import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { bookPath } from '#contract/pages.ts';
import { trackingLink } from '#domain/orders/carrier.ts';
import { canTransitionOrder } from '#domain/orders/order.ts';
import { Shipments } from '../../orders/order-view.tsx';
import { Price, NoWrapNumbers, useMoney, ForeignText } from '../../ui/text.tsx';
import { useDateFormat, useDateTimeFormat } from '../page/use-date-format.ts';
import { ContactAboutOrder, BuyAgain, CancelOrder } from './order-actions.tsx';
import { OrderBadges, orderStatusId, useNextStepText } from './order-status.tsx';
import { RefundButton } from './refunds/refund-button.tsx';
import { Link, useSearchParams } from 'react-router';
import { senFromRinggit } from '#domain/money.ts';
import { refundableLines } from './refunds/refundable-order.ts';
import { Cover } from '../../ui/cover.tsx';
import { useShopPath } from '../shell/locale.tsx';

/** A card of one order: its status, its items and its actions. */
export function OrderCard({ order }: { order: Order }) {
  return (
    <article className="order-card" aria-labelledby={`${orderStatusId(order)} ${order.id}-number`}>
      <OrderCardHeader order={order} />
      <div>
        <p>{useNextStepText(order)}</p>
        <PaymentDue order={order} />
        <Shipments parcels={order.shipments} />
      </div>
      <OrderTitles order={order} />
      <Actions order={order} />
    </article>
  );
}

/** The due date of an unpaid order. */
function PaymentDue({ order: { payment } }: { order: Order }) {
  const t = useTranslations('common.payment');
  const dayAndTime = useDateTimeFormat();
  return payment.due_at === undefined ? null : <p>{t('dueShort', { moment: dayAndTime(payment.due_at) })}</p>;
}

function OrderCardHeader({ order }: { order: Order }) {
  const t = useTranslations('area.orders');
  const day = useDateFormat();
  return (
    <header className="order-head">
      <h2 id={`${order.id}-number`}>
        <NoWrapNumbers text={t('number', { number: order.number })} />
      </h2>
      <OrderBadges order={order} />
      <p>{t('placed', { date: day(order.placed_at) })}</p>
      <Price ringgit={order.payable} />
    </header>
  );
}

/** The next action is a button; the others are links beside it. */
function Actions({ order }: { order: Order }) {
  const next = nextActionOf(order);
  return (
    <footer className="card-actions">
      <NextAction order={order} action={next} />
      {next !== 'view' && <ViewOrderLink order={order} />}
      {(order.status === 'delivered' || order.status === 'cancelled') && <BuyAgain order={order} />}
      {next !== 'return' && <RefundButton order={order} isPlain />}
      <ContactAboutOrder order={order} />
      {canTransitionOrder(order.status, 'cancelled') && <CancelOrder order={order} />}
    </footer>
  );
}

/** The action that a customer most likely needs next. */
type NextActionName = 'pay' | 'track' | 'return' | 'view';

export function nextActionOf(order: Order): NextActionName {
  if (order.payment.status === 'pending') return 'pay';
  if (order.status === 'shipped' && trackedParcels(order).length > 0) return 'track';
  return order.status === 'delivered' && refundableLines(order).length > 0 ? 'return' : 'view';
}

/** The button of an order card. */
export function NextAction({ order, action }: { order: Order; action: NextActionName }) {
  const t = useTranslations('area.orders');
  const money = useMoney();
  if (action === 'return') return <RefundButton order={order} isNextAction />;
  if (action === 'track') return <TrackingLinks order={order} />;
  const amount = money(senFromRinggit(order.payable));
  return (
    <OrderLink order={order} className={action === 'pay' ? 'button' : 'button button-quiet'}>
      {action === 'pay' ? t('pay', { amount }) : t('see')}
    </OrderLink>
  );
}

/** The link to an order beside its button. */
export function ViewOrderLink({ order }: { order: Order }) {
  const t = useTranslations('area.orders');
  return (
    <OrderLink order={order} className="button-plain">
      {t('see')}
    </OrderLink>
  );
}

function TrackingLinks({ order }: { order: Order }) {
  const t = useTranslations('area.orders');
  return trackedParcels(order).map(({ tracking, link }, index, { length }) => (
    <a
      key={tracking}
      className="button"
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-describedby={`${order.id}-number`}
    >
      {length === 1 ? t('track') : t('trackOne', { number: index + 1 })}
    </a>
  ));
}

function trackedParcels({ shipments }: Order) {
  return shipments.flatMap((parcel) => {
    const link = trackingLink(parcel);
    return link ? [{ ...parcel, link }] : [];
  });
}

type OrderLinkProps = { order: Order; className: string; children: string };

/** A link to an order, whose page returns to this list with its filter. */
function OrderLink({ order, className, children }: OrderLinkProps) {
  const [search] = useSearchParams();
  const params = new URLSearchParams(search);
  params.set('order', order.number);
  params.delete('payment');
  return (
    <Link className={className} to={`?${params}`} aria-describedby={`${order.id}-number`}>
      {children}
    </Link>
  );
}

const MAX_TITLES = 4;

/** The first titles of an order with covers, and the number of others. */
export function OrderTitles({ order: { lines } }: { order: Order }) {
  const t = useTranslations('area.orders');
  const more = lines.length - MAX_TITLES;
  return (
    <ul className="order-titles">
      {lines.slice(0, MAX_TITLES).map((line) => (
        <li key={line.id}>
          <OrderTitle line={line} />
        </li>
      ))}
      {more > 0 && <li className="order-more">{t('moreTitles', { count: more })}</li>}
    </ul>
  );
}

function OrderTitle({ line }: { line: Order['lines'][number] }) {
  const t = useTranslations('area.orders');
  const formats = useTranslations('common.formats');
  const shop = useShopPath();
  return (
    <>
      <Cover src={line.cover} size="small" />
      <div>
        <a href={shop(bookPath({ id: line.product_id, slug: '-' }))}>
          <ForeignText text={line.title} language={line.language} />
        </a>
        <small>
          {formats(line.format)}
          {line.qty > 1 && ` · ${t('copies', { count: line.qty })}`}
        </small>
      </div>
    </>
  );
}
