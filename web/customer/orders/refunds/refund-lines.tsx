import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { ringgitFromSen, senFromRinggit, type Sen } from '#domain/money.ts';
import { type RefundQuote, type RequestedLine, refundableShipping, earlierRefundTotal } from '#domain/orders/refund.ts';
import { Cover } from '../../../ui/cover.tsx';
import { ForeignText, Price, useMoney } from '../../../ui/text.tsx';
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx';
import { refundableLines, toRefundableOrder } from './refundable-order.ts';
import type { ReactNode } from 'react';

type RefundSelection = { selected: readonly RequestedLine[]; onSelect: (items: RequestedLine[]) => void };
type RefundLinesProps = RefundSelection & { order: Order; quote: RefundQuote };

/** The refundable lines, each with its quantity and refund amount. */
export function RefundLines({ order, quote, selected, onSelect }: RefundLinesProps) {
  const t = useTranslations('area.refunds');
  const lines = refundableLines(order);
  const everything = lines.map(({ id, refundable_qty: qty }) => ({ id, qty }));
  const isEverything = everything.every(({ id, qty }) => qtyOf(id, selected) === qty);
  return (
    <fieldset className="refund-lines">
      <legend>{t('books')}</legend>
      <ul>
        {lines.map((line) => (
          <RefundableLine
            key={line.id}
            line={line}
            order={order}
            quote={quote}
            selected={selected}
            onSelect={onSelect}
          />
        ))}
      </ul>
      {(lines.length > 1 || everything.some(({ qty }) => qty > 1)) && (
        <button type="button" className="button-plain" onClick={() => onSelect(isEverything ? [] : everything)}>
          {isEverything ? t('none') : t('all')}
        </button>
      )}
    </fieldset>
  );
}

type LineProps = RefundLinesProps & { line: Order['lines'][number] };

function RefundableLine({ line, order, quote, selected, onSelect }: LineProps) {
  const common = useTranslations('common');
  const money = useMoney();
  const t = useTranslations('area.refunds');
  const qty = qtyOf(line.id, selected);
  const set = (copies: number) =>
    onSelect([
      ...selected.filter((item) => item.id !== line.id),
      ...(copies > 0 ? [{ id: line.id, qty: copies }] : []),
    ]);
  const quoted = quote.lines.find((one) => one.id === line.id);
  return (
    <li className="refund-line">
      <label className="refund-line-label">
        <input
          type="checkbox"
          checked={qty > 0}
          onChange={(event) => set(event.target.checked ? line.refundable_qty : 0)}
        />
        <Cover src={line.cover} size="small" />
        <span className="refund-line-text">
          <ForeignText text={line.title} language={line.language} />
          <small>
            {common(`formats.${line.format}`)} · <Price ringgit={line.unit_price} className="" />
          </small>
          {line.refundable_qty > 1 && <small>{t('left', { left: line.refundable_qty })}</small>}
        </span>
      </label>
      <div className="refund-line-total">
        {line.refundable_qty > 1 && (
          <QuantityStepper title={line.title} qty={qty} min={0} max={line.refundable_qty} onChange={set} />
        )}
        <p>
          <Price ringgit={ringgitFromSen(quoted?.amount ?? 0)} className={quoted ? 'price' : ''} />
          {line.proDis > 0 && (
            <small>
              {t('couponShare', { code: order.coupon ?? '', amount: money(0 - (quoted?.couponDiscount ?? 0)) })}
            </small>
          )}
        </p>
      </div>
    </li>
  );
}

function qtyOf(id: string, chosen: readonly RequestedLine[]): number {
  return chosen.find((item) => item.id === id)?.qty ?? 0;
}

/** The parts of the refund total, and earlier refunds. */
export function RefundTotals({ order, quote }: { order: Order; quote: RefundQuote }) {
  const t = useTranslations('area.refunds');
  const common = useTranslations('common.totals');
  const bought = toRefundableOrder(order);
  const before = earlierRefundTotal(bought);
  return (
    <div className="refund-totals" role="status">
      <dl className="sums">
        <TotalRow name={t('items')}>{quote.totalBeforeCoupon}</TotalRow>
        {order.proDis > 0 && (
          <TotalRow name={common('coupon', { code: order.coupon ?? '' })}>{-quote.couponDiscount}</TotalRow>
        )}
        {quote.withdrawnTotal > 0 && (
          <TotalRow name={t('couponWithdrawn', { code: order.coupon ?? '' })}>{-quote.withdrawnTotal}</TotalRow>
        )}
        {quote.shipping !== 0 && (
          <TotalRow name={quote.shipping > 0 ? common('shipping') : t('remainingDelivery')}>{quote.shipping}</TotalRow>
        )}
        {quote.giftWrap > 0 && <TotalRow name={common('gift_wrap')}>{quote.giftWrap}</TotalRow>}
        <TotalRow name={t('total')} className="sums-payable">
          {quote.amount}
        </TotalRow>
        {before > 0 && (
          <TotalRow name={t('previous')} className="refund-previous">
            {before}
          </TotalRow>
        )}
      </dl>
      {order.terms && bought.terms && <AdjustmentReasons terms={order.terms} order={order} quote={quote} />}
      {quote.shipping === 0 && refundableShipping(bought) > 0 && <p className="field-hint">{t('deliveryLast')}</p>}
    </div>
  );
}

type AdjustmentReasonsProps = { order: Order; terms: NonNullable<Order['terms']>; quote: RefundQuote };

/** Why the remaining items cost more than before. */
function AdjustmentReasons({ order, terms, quote }: AdjustmentReasonsProps) {
  const t = useTranslations('area.refunds');
  const money = useMoney();
  const written = (ringgit: number) => money(senFromRinggit(ringgit));
  return (
    <>
      {quote.withdrawnTotal > 0 && (
        <p className="field-hint">
          {t('couponWithdrawnHint', { code: order.coupon ?? '', minimum: written(terms.coupon_minimum) })}
        </p>
      )}
      {quote.shipping < 0 && (
        <p className="field-hint">
          {t('remainingDeliveryHint', { threshold: written(terms.free_from), cost: written(terms.delivery_cost) })}
        </p>
      )}
    </>
  );
}

function TotalRow({ name, className, children }: { name: ReactNode; className?: string; children: Sen }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>
        <Price ringgit={ringgitFromSen(children)} className="" />
      </dd>
    </div>
  );
}
