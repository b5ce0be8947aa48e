import { useFormatter, useTranslations } from 'use-intl';
import type { Order, Refund } from '#contract/orders.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { ForeignText, Price, useMoney } from '../../../ui/text.tsx';
import { useDateFormat } from '../../page/use-date-format.ts';

/** The id of an order's list of refunds, which gets the focus once nothing is refundable. */
export function refundListId({ id }: Order): string {
  return `${id}-refunds`;
}

/** The refunds of an order with their status and what happens next; renders nothing when there is none. */
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
  const money = useMoney();
  const common = useTranslations('common');
  const reasons = useTranslations('orders.reasons');
  const day = useDateFormat();
  return (
    <>
      <p className="refund-head">
        <b>{common('refundOf', { amount: money(senFromRinggit(refund.amount)) })}</b>
        <span className={`tag is-${refund.status}`}>{common(`refundStates.${refund.status}`)}</span>
      </p>
      <p>{common(`refundSteps.${refund.status}`)}</p>
      {refund.shop_note && <p className="refund-note">{t('shopNote', { note: refund.shop_note })}</p>}
      <RefundItemLines refund={refund} order={order} />
      <p className="field-hint">
        {t('requestedOn', { date: day(refund.requested_at) })} · {reasons(refund.reason)}
      </p>
    </>
  );
}

function RefundItemLines({ refund, order }: { refund: Refund; order: Order }) {
  const common = useTranslations('common.totals');
  const t = useTranslations('area.refunds');
  const format = useFormatter();
  const revokedDiscount = refund.withdrawn.reduce((sum, { amount }) => sum + senFromRinggit(amount), 0);
  return (
    <ul className="refund-items">
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
      {revokedDiscount > 0 && (
        <li>
          <span>{t('couponWithdrawn', { code: order.coupon ?? '' })}</span>
          <Price ringgit={ringgitFromSen(-revokedDiscount)} className="" />
        </li>
      )}
      {refund.shipping !== 0 && (
        <li>
          <span>{refund.shipping > 0 ? common('shipping') : t('remainingDelivery')}</span>
          <Price ringgit={refund.shipping} className="" />
        </li>
      )}
      {refund.gift_wrap > 0 && (
        <li>
          <span>{common('gift_wrap')}</span>
          <Price ringgit={refund.gift_wrap} className="" />
        </li>
      )}
    </ul>
  );
}
