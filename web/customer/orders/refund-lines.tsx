import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { formatSen, ringgitFromSen } from '#domain/money.ts';
import type { RefundQuote, WantedLine } from '#domain/refund.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Price } from '../../ui/price.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { refundableLines } from './refund-quote.ts';

type Chosen = { chosen: readonly WantedLine[]; onChoose: (items: WantedLine[]) => void };
type RefundLinesProps = Chosen & { order: Order; quote: RefundQuote };

/** The lines that may be asked back, each with how many of it and what they bring. */
export function RefundLines({ order, quote, chosen, onChoose }: RefundLinesProps) {
  const t = useTranslations('area.refunds');
  const lines = refundableLines(order);
  const everything = lines.map(({ id, refundable_qty: qty }) => ({ id, qty }));
  const isEverything = everything.every(({ id, qty }) => qtyOf(id, chosen) === qty);
  return (
    <fieldset className="refund-lines">
      <legend>{t('books')}</legend>
      <ul>
        {lines.map((line) => (
          <Line key={line.id} line={line} order={order} quote={quote} chosen={chosen} onChoose={onChoose} />
        ))}
      </ul>
      {(lines.length > 1 || everything.some(({ qty }) => qty > 1)) && (
        <button type="button" className="button-plain" onClick={() => onChoose(isEverything ? [] : everything)}>
          {isEverything ? t('none') : t('all')}
        </button>
      )}
    </fieldset>
  );
}

type LineProps = RefundLinesProps & { line: Order['lines'][number] };

function Line({ line, order, quote, chosen, onChoose }: LineProps) {
  const common = useTranslations('common');
  const t = useTranslations('area.refunds');
  const qty = qtyOf(line.id, chosen);
  const set = (copies: number) =>
    onChoose([...chosen.filter((item) => item.id !== line.id), ...(copies > 0 ? [{ id: line.id, qty: copies }] : [])]);
  const brings = quote.lines.find((one) => one.id === line.id);
  return (
    <li className="refund-line">
      <label className="refund-choice">
        <input
          type="checkbox"
          checked={qty > 0}
          onChange={(event) => set(event.target.checked ? line.refundable_qty : 0)}
        />
        <Cover src={line.cover} size="small" />
        <span className="refund-words">
          <ForeignText text={line.title} language={line.language} />
          <small>
            {common(`formats.${line.format}`)} · <Price ringgit={line.unit_price} className="" />
          </small>
          {line.refundable_qty > 1 && <small>{t('left', { left: line.refundable_qty })}</small>}
        </span>
      </label>
      <div className="refund-brings">
        {line.refundable_qty > 1 && (
          <Stepper title={line.title} qty={qty} least={0} most={line.refundable_qty} onSet={set} />
        )}
        <p>
          <Price ringgit={ringgitFromSen(brings?.amount ?? 0)} className={brings ? 'price' : ''} />
          {line.proDis > 0 && (
            <small>{t('minus', { code: order.coupon ?? '', amount: formatSen(0 - (brings?.promo ?? 0)) })}</small>
          )}
        </p>
      </div>
    </li>
  );
}

function qtyOf(id: string, chosen: readonly WantedLine[]): number {
  return chosen.find((item) => item.id === id)?.qty ?? 0;
}
