import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { formatSen } from '#domain/money.ts';
import type { ReorderedLine } from '#domain/reorder.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useNotify } from '../notices.tsx';
import { useRefusal } from '../use-refusal.ts';
import { reorder } from './reorder.ts';

/** Puts the books of an order into the cart again, as far as they can be had, and reports on each. */
export function BuyAgain({ order, className = 'button-plain' }: { order: Order; className?: string }) {
  const t = useTranslations('customer.orders.again');
  const [isOpen, setOpen] = useState(false);
  const again = useReorder(order, () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={again.isPending}
        onClick={() => again.mutate()}
        aria-describedby={`${order.id}-number`}
      >
        {again.isPending ? t('looking') : t('button')}
      </button>
      <FormDialog trigger={null} title={t('title')} isOpen={isOpen} onOpenChange={setOpen}>
        {again.data && <Report order={order} plan={again.data} onStay={() => setOpen(false)} />}
      </FormDialog>
    </>
  );
}

function useReorder(order: Order, onReady: () => void) {
  const t = useTranslations('customer.trouble');
  const notify = useNotify();
  const refusal = useRefusal();
  return useMutation({
    mutationFn: () => reorder(order),
    onSuccess: onReady,
    onError: (error) => notify({ title: t('title'), text: refusal(error), kind: 'danger' }),
  });
}

type ReportProps = { order: Order; plan: readonly ReorderedLine[]; onStay: () => void };

function Report({ order, plan, onStay }: ReportProps) {
  const t = useTranslations('customer.orders.again');
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
  const t = useTranslations('customer.orders');
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
