import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import type { ReorderedLine } from '#domain/pricing/cart-changes.ts';
import { ForeignText, useMoney } from '../../ui/text.tsx';
import { CartMessages } from '../checkout/cart-messages.tsx';
import { TitledDialog } from '../dialogs/dialog.tsx';
import type { DialogState } from '../dialogs/dialog.tsx';

type ReportProps = { order: Order; plan: readonly ReorderedLine[]; onClose: () => void };
type ReorderDialogProps = Omit<ReportProps, 'onClose'> & DialogState;

/** Which items of an order are in the cart again, and which are unavailable. */
export function ReorderDialog({ order, plan, ...dialog }: ReorderDialogProps) {
  const t = useTranslations('area.orders.reorder');
  return (
    <TitledDialog title={t('title')} {...dialog}>
      <CartMessages>
        <Report order={order} plan={plan} onClose={() => dialog.onOpenChange(false)} />
      </CartMessages>
    </TitledDialog>
  );
}

function Report({ order, plan, onClose }: ReportProps) {
  const t = useTranslations('area.orders.reorder');
  const cart = useTranslations('cart');
  const count = plan.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <>
      <p role="status">{t('summary', { count })}</p>
      <ul className="reorder">
        {plan.map((planned, index) => (
          <ReportLine key={planned.line.vid} bought={order.lines[index]!} planned={planned} />
        ))}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onClose}>
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
  const money = useMoney();
  const { line, code, qty, currentPrice } = planned;
  const isOtherPrice = qty > 0 && currentPrice !== undefined && currentPrice !== line.price;
  return (
    <li className={qty === line.qty ? undefined : 'is-short'}>
      <ForeignText text={bought.title} language={bought.language} />
      <span>{t(`reorder.${code}`, { qty, wanted: line.qty })}</span>
      {isOtherPrice && <span>{t('reorder.price', { now: money(currentPrice), before: money(line.price) })}</span>}
    </li>
  );
}
