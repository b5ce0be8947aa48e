import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getOrder, type OrderWithTimeline } from '#contract/orders.ts';
import { bookPath } from '#contract/pages.ts';
import { formatSen, ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { call } from '../../browser/client.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Price } from '../../ui/price.tsx';
import { AddressLines } from '../address-lines.tsx';
import { TransferInstructions } from '../../ui/transfer-instructions.tsx';
import { Loaded } from '../page-states.tsx';
import { useDayAndTime } from '../use-day.ts';
import { useShopPath } from '../use-shop-path.ts';
import { OrderSums } from './order-sums.tsx';
import { RefundList } from './refund-list.tsx';
import { RefundRequest } from './refund-request.tsx';

/** Everything about an order, fetched when it is unfolded. */
export function OrderDetails({ id }: { id: string }) {
  const t = useTranslations('customer.orders');
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(getOrder, { params: { id }, signal });
  const query = useQuery({ queryKey: ['orders', 'one', id], queryFn });
  return (
    <Loaded query={query}>
      {(order) => (
        <div className="order-details">
          {order.payment.instructions && (
            <TransferInstructions
              title={t('pay', { amount: formatSen(senFromRinggit(order.payable)) })}
              to={order.payment.instructions}
            />
          )}
          <div>
            <Lines order={order} />
            <OrderSums order={order} />
            <RefundList order={order} />
            <RefundRequest order={order} />
          </div>
          <div className="order-aside">
            <Timeline order={order} />
            <DeliverTo order={order} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Lines({ order }: { order: OrderWithTimeline }) {
  const common = useTranslations('common');
  const shop = useShopPath();
  return (
    <ul className="cart-lines">
      {order.lines.map((line) => (
        <li key={line.id} className="cart-line">
          <Cover src={line.cover} size="small" />
          <div className="cart-line-words">
            <a href={shop(bookPath({ id: line.product_id, slug: '-' }))}>
              <ForeignText text={line.title} language={line.language} />
            </a>
            <small>
              {line.qty} × {common(`formats.${line.format}`)}
            </small>
          </div>
          <Price ringgit={ringgitFromSen(senFromRinggit(line.unit_price) * line.qty)} />
        </li>
      ))}
    </ul>
  );
}

function Timeline({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('customer.orders');
  const common = useTranslations('common');
  const moment = useDayAndTime();
  return (
    <section>
      <h3>{t('so')}</h3>
      <ol className="timeline">
        {order.timeline.map(({ status, at }) => (
          <li key={status}>
            <b>{common(`orderStates.${status}`)}</b>
            <time dateTime={at}>{moment(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}

function DeliverTo({ order }: { order: OrderWithTimeline }) {
  const t = useTranslations('customer.orders');
  return (
    <section>
      <h3>{t('deliverTo')}</h3>
      <AddressLines address={order.address} />
    </section>
  );
}
