import { useFormatter, useTranslations } from 'use-intl';
import { orderPrices } from '#contract/amounts.ts';
import type { Order, OrderWithTimeline, TimelineEntry } from '#contract/orders.ts';
import { bookPath } from '#contract/pages.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { Cover } from '../ui/cover.tsx';
import { ForeignText, Price, useMoney, useReaderLocale } from '../ui/text.tsx';
import { Adjustments, Totals } from '../ui/totals.tsx';
import { Truck } from 'lucide-react';
import { trackingLink } from '#domain/orders/carrier.ts';
import { expectedArrival } from '#domain/orders/order.ts';
import { isOrderState } from '#domain/orders/timeline.ts';
import { formatDate, formatDay, formatDateTime } from '#domain/dates.ts';

/** Makes a shop address one of the reader's language. */
type ShopPath = (path: string) => string;

/** The books of an order with their prices and why, and the figures of it all. */
export function OrderLines({ order, shopPath }: { order: Order; shopPath: ShopPath }) {
  const { totals, priceBreakdown } = orderPrices(order);
  return (
    <>
      <ul className="cart-lines">
        {order.lines.map((line) => (
          <OrderLineItem
            key={line.id}
            line={line}
            href={shopPath(bookPath({ id: line.product_id, slug: '-' }))}
            adjustments={priceBreakdown?.lines.find(({ vid }) => vid === line.variant_id)?.reasons}
          />
        ))}
      </ul>
      <Totals totals={totals} delivery={priceBreakdown?.delivery} />
    </>
  );
}

type OrderLineItemProps = {
  line: Order['lines'][number];
  href: string;
  adjustments: Parameters<typeof Adjustments>[0]['reasons'];
};

function OrderLineItem({ line, href, adjustments }: OrderLineItemProps) {
  const t = useTranslations('common');
  const format = useFormatter();
  const locale = useReaderLocale();
  const cost = senFromRinggit(line.unit_price) * line.qty - senFromRinggit(line.proDis);
  return (
    <li className="cart-line">
      <Cover src={line.cover} size="small" />
      <div className="cart-line-text">
        <a href={href}>
          <ForeignText text={line.title} language={line.language} />
        </a>
        <small>
          {format.number(line.qty)} × {t(`formats.${line.format}`)}
          {line.isbn && (
            <>
              {' · '}
              <bdi>{line.isbn}</bdi>
            </>
          )}
        </small>
        {line.on_sale_from ? (
          <p className="field-hint">{t('dispatchedFrom', { date: formatDate(line.on_sale_from, locale) })}</p>
        ) : (
          line.awaited && <p className="field-hint">{t('awaitedCopies', { count: line.awaited })}</p>
        )}
      </div>
      <Price ringgit={ringgitFromSen(cost)} />
      <Adjustments reasons={adjustments} />
    </li>
  );
}

/** When an order arrives that is still awaited; before its payment, if it is paid in time. */
export function ExpectedDelivery({ order: { status, expected } }: { order: Pick<Order, 'status' | 'expected'> }) {
  const t = useTranslations('common.arrival');
  const locale = useReaderLocale();
  const arrival = expectedArrival(status, expected && { ...expected, orderBy: expected.pay_by }, locale);
  return arrival ? <p className="arrival">{t(arrival.key, arrival.values)}</p> : null;
}

const EXTRAS = ['gift_message', 'note', 'company', 'tax_number'] as const;

/** What its customer wrote beside the order; nothing where nothing stands. */
export function OrderExtras({ order }: { order: Pick<OrderWithTimeline, (typeof EXTRAS)[number]> }) {
  const t = useTranslations('orders.extras');
  const written = EXTRAS.filter((name) => order[name]);
  if (written.length === 0) return null;
  return (
    <dl className="order-extras">
      {written.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd dir="auto">{order[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Who carries each parcel, what they call it, and when it left. */
export function Shipments({ parcels }: { parcels: Order['shipments'] }) {
  const locale = useReaderLocale();
  return parcels.map(({ carrier, tracking, at }) => (
    <p key={tracking} className="parcel">
      <Truck aria-hidden="true" size={18} />
      <span>
        <bdi>{carrier}</bdi> <TrackingNumber carrier={carrier} tracking={tracking} /> · {formatDay(at, locale)}
      </span>
    </p>
  ));
}

/** A parcel's number, a link to where its carrier follows it. */
function TrackingNumber(parcel: { carrier: string; tracking: string }) {
  const link = trackingLink(parcel);
  const number = <bdi className="tracking">{parcel.tracking}</bdi>;
  if (!link) return number;
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {number}
    </a>
  );
}

/** What happened to an order so far, each with its time. */
export function Timeline({ events }: { events: OrderWithTimeline['timeline'] }) {
  const locale = useReaderLocale();
  const describe = useEntryText();
  return (
    <ol className="timeline">
      {events.map((entry, index) => (
        <li key={index}>
          <b>{describe(entry)}</b>
          <time dateTime={entry.at}>{formatDateTime(entry.at, locale)}</time>
        </li>
      ))}
    </ol>
  );
}

function useEntryText(): (entry: TimelineEntry) => string {
  const t = useTranslations('orders.timeline');
  const states = useTranslations('common.orderStates');
  const money = useMoney();
  const locale = useReaderLocale();
  return ({ status, amount = 0, title = '', date }) => {
    if (isOrderState(status)) return states(status);
    if (status === 'date_moved')
      return date === undefined ? t('released', { title }) : t(status, { title, date: formatDate(date, locale) });
    return t(status, { amount: money(senFromRinggit(amount)) });
  };
}
