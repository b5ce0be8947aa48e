import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { listOrders, type Order } from '#contract/orders.ts';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '../browser/client.ts';
import { OrderCovers } from './orders/order-covers.tsx';
import { Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';
import { TicketList } from './tickets/ticket-list.tsx';
import { useDay } from './use-day.ts';
import { useProfile } from './use-profile.ts';
import { useShopPath } from './use-shop-path.ts';

/** Where things stand: the orders that are not done yet, and the answers that wait. */
export function Component() {
  const t = useTranslations('customer.dashboard');
  const [firstName = ''] = useProfile()?.displayName.split(' ') ?? [];
  return (
    <div className="page">
      <header className="page-head">
        <PageTitle title={t('hello', { name: firstName })} />
        <p className="lead">{t('lead')}</p>
      </header>
      <OpenOrders />
      <WaitingTickets />
    </div>
  );
}

function OpenOrders() {
  const t = useTranslations('customer.dashboard');
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(listOrders, { signal });
  const orders = useQuery({ queryKey: ['orders', 'latest'], queryFn });
  return (
    <section className="part" aria-labelledby="open-orders">
      <div className="part-head">
        <h2 id="open-orders">{t('open')}</h2>
        <Link to="/my-orders">{t('all')}</Link>
      </div>
      <Loaded query={orders}>{(all) => <OrderList orders={all.filter(isOpen)} />}</Loaded>
    </section>
  );
}

function OrderList({ orders }: { orders: readonly Order[] }) {
  const t = useTranslations('customer.dashboard');
  const shop = useShopPath();
  if (orders.length > 0)
    return (
      <ul className="open-orders">
        {orders.map((order) => (
          <OpenOrder key={order.id} order={order} />
        ))}
      </ul>
    );
  return (
    <div className="quiet-card">
      <p>{t('none')}</p>
      <a className="button" href={shop('/browse')}>
        {t('toShop')}
      </a>
    </div>
  );
}

function OpenOrder({ order }: { order: Order }) {
  const t = useTranslations('customer.orders');
  const common = useTranslations('common');
  const day = useDay();
  return (
    <li>
      <Link className="open-order" to={`/my-orders?order=${order.number}`}>
        <h3>{common(`orderStates.${order.status}`)}</h3>
        <p>{common(`nextSteps.${order.status}`)}</p>
        <OrderCovers lines={order.lines} />
        <small>
          {t('number', { number: order.number })} · {day(order.placed_at)}
        </small>
      </Link>
    </li>
  );
}

function WaitingTickets() {
  const t = useTranslations('customer.dashboard');
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(listTickets, { query: { limit: 100 }, signal });
  const tickets = useQuery({ queryKey: ['tickets', 'latest'], queryFn });
  return (
    <section className="part" aria-labelledby="waiting-tickets">
      <div className="part-head">
        <h2 id="waiting-tickets">{t('tickets')}</h2>
        <Link to="/tickets">{t('allTickets')}</Link>
      </div>
      <Loaded query={tickets}>{({ rows }) => <Unread tickets={rows.filter((ticket) => ticket.unread)} />}</Loaded>
    </section>
  );
}

function Unread({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useTranslations('customer.dashboard');
  return tickets.length > 0 ? <TicketList tickets={tickets} /> : <p className="quiet-card">{t('noTickets')}</p>;
}

function isOpen(order: Order): boolean {
  return order.status !== 'delivered' && order.status !== 'cancelled';
}
