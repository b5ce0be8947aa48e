import { Truck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { canMove } from '#domain/order-state.ts';
import { Price } from '../../ui/price.tsx';
import { useDay } from '../use-day.ts';
import { CancelOrder } from './cancel-order.tsx';
import { OrderCovers } from './order-covers.tsx';
import { OrderDetails } from './order-details.tsx';

/** One order: where it is first, then what it is; everything else unfolds. */
export function OrderCard({ order, isWanted }: { order: Order; isWanted: boolean }) {
  const common = useTranslations('common');
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView();
  }, [isWanted]);
  return (
    <article className="order-card" ref={card} aria-labelledby={`${order.id}-state ${order.id}-number`}>
      <header className={`order-state is-${order.status}`}>
        <h2 id={`${order.id}-state`}>{common(`orderStates.${order.status}`)}</h2>
        <p>{common(`nextSteps.${order.status}`)}</p>
        <Parcels order={order} />
      </header>
      <OrderCovers lines={order.lines} />
      <Facts order={order} />
      <Unfold order={order} isWanted={isWanted} />
      <Actions order={order} />
    </article>
  );
}

function Parcels({ order }: { order: Order }) {
  const t = useTranslations('customer.orders');
  const day = useDay();
  return order.shipments.map((parcel) => (
    <p key={parcel.tracking} className="parcel">
      <Truck aria-hidden="true" size={18} />
      <span>
        <bdi>{t('track', { carrier: parcel.carrier, tracking: parcel.tracking })}</bdi> · {day(parcel.at)}
      </span>
    </p>
  ));
}

function Facts({ order }: { order: Order }) {
  const t = useTranslations('customer.orders');
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

function Unfold({ order, isWanted }: { order: Order; isWanted: boolean }) {
  const t = useTranslations('customer.orders');
  const [isOpen, setOpen] = useState(isWanted);
  return (
    <details className="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{order.payment.instructions ? t('howToPay') : t('details')}</summary>
      {isOpen && <OrderDetails id={order.id} />}
    </details>
  );
}

function Actions({ order }: { order: Order }) {
  const t = useTranslations('customer.orders');
  const about = { order: { id: order.id, number: order.number } };
  return (
    <footer className="card-actions">
      <Link className="button-plain" to="/tickets" state={about} aria-describedby={`${order.id}-number`}>
        {t('ask')}
      </Link>
      {canMove(order.status, 'cancelled') && <CancelOrder order={order} />}
    </footer>
  );
}
