import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { canMove } from '#domain/order-state.ts';
import { Parcels } from '../../orders/parcels.tsx';
import { Price } from '../../ui/price.tsx';
import { useDay } from '../use-day.ts';
import { AskAboutOrder } from './ask-about-order.tsx';
import { BuyAgain } from './buy-again.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OrderCovers } from './order-covers.tsx';
import { RefundRequest } from './refund-request.tsx';
import { OrderState, orderStateId } from './order-state.tsx';

/** One order at a glance: where it is first, then what it is, and what can be done with it. */
export function OrderCard({ order }: { order: Order }) {
  return (
    <article className="order-card" aria-labelledby={`${orderStateId(order)} ${order.id}-number`}>
      <OrderState order={order}>
        <Parcels parcels={order.shipments} />
      </OrderState>
      <OrderCovers covers={order.lines.map((line) => line.cover)} titles={order.lines.length} />
      <Facts order={order} />
      <Actions order={order} />
    </article>
  );
}

function Facts({ order }: { order: Order }) {
  const t = useTranslations('area.orders');
  const day = useDay();
  const books = order.lines.reduce((count, line) => count + line.qty, 0);
  return (
    <div className="order-facts">
      <p>
        <b id={`${order.id}-number`}>{t('number', { number: order.number })}</b>
        <span>{t('placed', { date: day(order.placed_at) })}</span>
      </p>
      <p>
        <Price ringgit={order.payable} />
        <span>{t('books', { count: books })}</span>
      </p>
    </div>
  );
}

function Actions({ order }: { order: Order }) {
  const t = useTranslations('area.orders');
  const [search] = useSearchParams();
  const there = new URLSearchParams(search);
  there.set('order', order.number);
  there.delete('payment');
  return (
    <footer className="card-actions">
      <Link className="button-plain" to={`?${there}`} aria-describedby={`${order.id}-number`}>
        {order.payment.instructions ? t('howToPay') : t('see')}
      </Link>
      {(order.status === 'delivered' || order.status === 'cancelled') && <BuyAgain order={order} />}
      <RefundRequest order={order} isPlain />
      <AskAboutOrder order={order} />
      {canMove(order.status, 'cancelled') && <CancelOrder order={order} />}
    </footer>
  );
}
