import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { canMove } from '#domain/order-state.ts';
import { Empty, Loaded } from '../page-states.tsx';
import { PageTitle } from '../page-title.tsx';
import { useDay } from '../use-day.ts';
import { AskAboutOrder } from './ask-about-order.tsx';
import { BuyAgain } from './buy-again.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderState } from './order-state.tsx';
import { DownloadReceipt, PrintOrder } from './receipt.tsx';
import { useOrder } from './use-orders.ts';

/** One order as a page of its own: where it is, what it is, and everything that can be done with it. */
export function OrderView({ number }: { number: string }) {
  const order = useOrder(number);
  return (
    <div className="page order-view">
      <BackToAll />
      <Loaded query={order}>{(found) => (found ? <Found order={found} /> : <Unknown number={number} />)}</Loaded>
    </div>
  );
}

/** The list as it was, with its search and filter. */
function BackToAll() {
  const t = useTranslations('area.orders');
  const [search] = useSearchParams();
  const back = new URLSearchParams(search);
  for (const name of ['order', 'payment']) back.delete(name);
  return (
    <Link className="order-back no-print" to={`?${back}`}>
      {t('backToAll')}
    </Link>
  );
}

function Unknown({ number }: { number: string }) {
  const t = useTranslations('area.orders');
  return (
    <>
      <PageTitle title={t('title')} />
      <Empty title={t('unknown', { number })} text={t('unknownText')} />
    </>
  );
}

function Found({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('area.orders');
  const day = useDay();
  return (
    <article className="page" aria-labelledby={`${order.id}-number`}>
      <header className="page-head">
        <div id={`${order.id}-number`}>
          <PageTitle title={t('number', { number: order.number })} />
        </div>
        <p>{t('placed', { date: day(order.placed_at) })}</p>
      </header>
      <OrderState order={order} />
      <Actions order={order} />
      <OrderDetails order={order} />
    </article>
  );
}

function Actions({ order }: { order: OrderWithTimeline }) {
  return (
    <div className="order-actions no-print">
      <BuyAgain order={order} className="button button-quiet" />
      <DownloadReceipt order={order} />
      <PrintOrder />
      <AskAboutOrder order={order} />
      {canMove(order.status, 'cancelled') && <CancelOrder order={order} />}
    </div>
  );
}
