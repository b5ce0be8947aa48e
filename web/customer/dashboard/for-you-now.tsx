import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Dashboard, OrderSummary, RefundSummary, TicketSummary } from '#contract/dashboard.ts';
import { formatDate, formatDayRange } from '#domain/dates.ts';
import { senFromRinggit } from '#domain/money.ts';
import { NoWrapNumbers, useMoney, useReaderLocale } from '../../ui/text.tsx';
import { useDateFormat, useDateTimeFormat } from '../page/use-date-format.ts';
import { OrderCovers } from './order-covers.tsx';

/** Whether an open order asks something of the customer, or comes to them. */
export function isForYouNow({ status, moved }: OrderSummary): boolean {
  return status === 'placed' || status === 'shipped' || moved !== null;
}

/** What needs the customer, the most urgent first: payments, answers, moved dates, refunds; then parcels on their way. */
export function ForYouNow({ dashboard: { open_orders: orders, tickets, refunds } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard.now');
  const items = [
    ...orders.filter(({ status }) => status === 'placed').map((order) => <Payment key={order.id} order={order} />),
    ...tickets.filter(({ unread }) => unread).map((ticket) => <Answer key={ticket.id} ticket={ticket} />),
    ...orders.filter(({ moved }) => moved).map((order) => <MovedDate key={`moved-${order.id}`} order={order} />),
    ...refunds.map((refund) => <DecidedRefund key={refund.id} refund={refund} />),
    ...orders.filter(({ status }) => status === 'shipped').map((order) => <Parcel key={order.id} order={order} />),
  ];
  return (
    <section className="page-section" aria-labelledby="for-you-now">
      <h2 id="for-you-now">{t('title')}</h2>
      {items.length > 0 ? <ul className="now">{items}</ul> : <p className="lead">{t('none')}</p>}
    </section>
  );
}

type ItemProps = { id: string; title: string; to: string; action: string; order?: OrderSummary; children?: ReactNode };

/** A line of the list: what it is about, and the one thing to do. */
function Item({ id, title, to, action, order, children }: ItemProps) {
  return (
    <li className="now-item">
      {order && <OrderCovers covers={order.covers} titles={order.titles} />}
      <div>
        <h3 id={`now-${id}`}>
          <NoWrapNumbers text={title} />
        </h3>
        {children}
      </div>
      <Link className="button button-quiet" to={to} aria-describedby={`now-${id}`}>
        {action}
      </Link>
    </li>
  );
}

const orderPath = (number: string) => `/my-orders?order=${number}`;

function Payment({ order }: { order: OrderSummary }) {
  const t = useTranslations('dashboard.now');
  const common = useTranslations('common');
  const money = useMoney();
  const moment = useDateTimeFormat();
  const { id, number, payable, due_at: dueAt } = order;
  const amount = money(senFromRinggit(payable));
  return (
    <Item id={id} title={t('pay', { number })} to={orderPath(number)} action={t('payNow')} order={order}>
      <p>{dueAt === null ? common('nextSteps.placed') : t('payBy', { amount, moment: moment(dueAt) })}</p>
    </Item>
  );
}

function Answer({ ticket: { id, subject, number, updated_at: at } }: { ticket: TicketSummary }) {
  const t = useTranslations('dashboard.now');
  const day = useDateFormat();
  return (
    <Item id={id} title={t('answer', { subject })} to={`/tickets/show/${id}`} action={t('read')}>
      <p>
        <bdi className="nowrap">{number}</bdi> · {day(at)}
      </p>
    </Item>
  );
}

function MovedDate({ order }: { order: OrderSummary }) {
  const t = useTranslations('dashboard.now');
  const locale = useReaderLocale();
  const { number, moved } = order;
  const { title, on_sale_from: date } = moved!;
  const text = date === null ? t('released', { title }) : t('moved', { title, date: formatDate(date, locale) });
  return (
    <Item id={`moved-${order.id}`} title={text} to={orderPath(number)} action={t('view')}>
      <p>
        <NoWrapNumbers text={t('keep', { number })} />
      </p>
    </Item>
  );
}

function DecidedRefund({ refund: { id, order, status, amount } }: { refund: RefundSummary }) {
  const t = useTranslations('dashboard.now');
  const common = useTranslations('common');
  const money = useMoney();
  const title = t('refund', { amount: money(senFromRinggit(amount)), status: common(`refundStates.${status}`) });
  return (
    <Item id={id} title={title} to={orderPath(order)} action={t('view')}>
      <p>{common(`refundSteps.${status}`)}</p>
    </Item>
  );
}

function Parcel({ order }: { order: OrderSummary }) {
  const t = useTranslations('dashboard.now');
  const common = useTranslations('common');
  const locale = useReaderLocale();
  const { id, number, expected } = order;
  return (
    <Item id={id} title={t('parcel', { number })} to={orderPath(number)} action={t('track')} order={order}>
      <p>
        {expected
          ? common('arrival.expected', { dates: formatDayRange(expected, locale) })
          : common('nextSteps.shipped')}
      </p>
    </Item>
  );
}
