import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { formatSen } from '#domain/money.ts';
import type { ReorderedLine } from '#domain/reorder.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { TitledDialog } from '../titled-dialog.tsx';
import type { Opening } from '../use-opening.ts';

type ReportProps = { order: Order; plan: readonly ReorderedLine[]; onStay: () => void };
type ReorderDialogProps = Omit<ReportProps, 'onStay'> & Opening;

/** What of an order is in the cart again, and what could not be had. */
export function ReorderDialog({ order, plan, ...opening }: ReorderDialogProps) {
  const t = useTranslations('area.orders.again');
  return (
    <TitledDialog title={t('title')} {...opening}>
      <Report order={order} plan={plan} onStay={() => opening.onOpenChange(false)} />
    </TitledDialog>
  );
}

function Report({ order, plan, onStay }: ReportProps) {
  const t = useTranslations('area.orders.again');
  const cart = useTranslations('cart');
  const count = plan.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <>
      <p role="status">{t('some', { count })}</p>
      <ul className="reorder">
        {plan.map((planned, index) => (
          <ReportLine key={planned.line.vid} bought={order.lines[index]!} planned={planned} />
        ))}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onStay}>
          {t('stay')}
        </button>
        {count > 0 && (
          <Link className="button" to="/checkout">
            {cart('checkout')}
          </Link>
        )}
      </div>
    </>
  );
}

function ReportLine({ bought, planned }: { bought: Order['lines'][number]; planned: ReorderedLine }) {
  const t = useTranslations('area.orders');
  const { line, code, qty, now } = planned;
  const isOtherPrice = qty > 0 && now !== undefined && now !== line.price;
  return (
    <li className={qty === line.qty ? undefined : 'is-short'}>
      <ForeignText text={bought.title} language={bought.language} />
      <span>{t(`again.${code}`, { qty, wanted: line.qty })}</span>
      {isOtherPrice && <span>{t('again.price', { now: formatSen(now), before: formatSen(line.price) })}</span>}
    </li>
  );
}
