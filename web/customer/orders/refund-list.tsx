import { useFormatter, useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import type { Refund } from '#contract/refunds.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Price } from '../../ui/price.tsx';
import { useDay } from '../use-day.ts';

/** The id of an order's list of refunds, where the focus goes once the last of its books was asked back. */
export function refundListId({ id }: Order): string {
  return `${id}-refunds`;
}

/** What was asked back of an order: where each refund stands and what happens next; nothing where none is. */
export function RefundList({ order }: { order: Order }) {
  const t = useTranslations('area.refunds');
  if (order.refunds.length === 0) return null;
  return (
    <section className="refunds" id={refundListId(order)} tabIndex={-1} aria-label={t('list')}>
      <h3>{t('list')}</h3>
      <ul>
        {order.refunds.toReversed().map((refund) => (
          <li key={refund.id} className="refund">
            <RefundItem refund={refund} order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RefundItem({ refund, order }: { refund: Refund; order: Order }) {
  const t = useTranslations('area.refunds');
  const common = useTranslations('common');
  const day = useDay();
  return (
    <>
      <p className="refund-head">
        <b>{common('refundOf', { amount: formatSen(senFromRinggit(refund.amount)) })}</b>
        <span className={`tag is-${refund.status}`}>{common(`refundStates.${refund.status}`)}</span>
      </p>
      <p>{common(`refundSteps.${refund.status}`)}</p>
      {refund.shop_note && <p className="refund-note">{t('shopNote', { note: refund.shop_note })}</p>}
      <Parts refund={refund} order={order} />
      <p className="field-hint">
        {t('on', { date: day(refund.requested_at) })} · {t(`reasons.${refund.reason}`)}
      </p>
    </>
  );
}

function Parts({ refund, order }: { refund: Refund; order: Order }) {
  const common = useTranslations('common.sums');
  const format = useFormatter();
  return (
    <ul className="refund-parts">
      {refund.lines.map((part) => {
        const line = order.lines.find(({ id }) => id === part.id);
        return (
          <li key={part.id}>
            <span>
              {format.number(part.qty)} × {line && <ForeignText text={line.title} language={line.language} />}
            </span>
            <Price ringgit={part.amount} className="" />
          </li>
        );
      })}
      {refund.shipping > 0 && (
        <li>
          <span>{common('shipping')}</span>
          <Price ringgit={refund.shipping} className="" />
        </li>
      )}
    </ul>
  );
}
