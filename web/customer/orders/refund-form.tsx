import { Dialog } from '@base-ui/react/dialog';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { formatSen } from '#domain/money.ts';
import { quoteRefund, REFUND_REASONS } from '#domain/refund.ts';
import { Form, Refused } from '../../forms/form.tsx';
import { SelectField } from '../../forms/select-field.tsx';
import { TextAreaField } from '../../forms/text-area-field.tsx';
import { RefundEnd } from './refund-end.tsx';
import { RefundLines } from './refund-lines.tsx';
import { boughtOrderOf, refundableLines } from './refund-quote.ts';
import { RefundSums } from './refund-sums.tsx';
import { useRefundForm } from './use-refund-form.ts';

type RefundFormProps = { order: Order; onAsked: (amount: number) => void };

/** Which books come back and why; what they bring is shown with every change. */
export function RefundForm({ order, onAsked }: RefundFormProps) {
  const t = useTranslations('area.refunds');
  const { form, chosen, choose, submit, error } = useRefundForm(order, onAsked);
  const bought = boughtOrderOf(order);
  const quote = quoteRefund(bought, chosen);
  if (refundableLines(order).length === 0) return <NothingLeft why={error ?? t('over')} />;
  return (
    <Form form={form} submit={submit} className="form refund-form">
      <p>{t('lead')}</p>
      <RefundLines order={order} quote={quote} chosen={chosen} onChoose={choose} />
      {form.formState.errors.items && (
        <p className="field-error" role="alert">
          {t('choose')}
        </p>
      )}
      <Reason />
      <TextAreaField name="note" label={t('note')} rows={2} maxLength={2000} />
      <RefundSums order={order} quote={quote} />
      <Refused>{error}</Refused>
      <Buttons amount={chosen.length > 0 ? formatSen(quote.amount) : undefined} isBusy={form.formState.isSubmitting} />
    </Form>
  );
}

/** Somebody else, or the shop, was first while the form was open. */
function NothingLeft({ why }: { why: string }) {
  return (
    <RefundEnd>
      <Refused>{why}</Refused>
    </RefundEnd>
  );
}

function Reason() {
  const t = useTranslations('area');
  const choices = REFUND_REASONS.map((value) => ({ value, label: t(`refunds.reasons.${value}`) }));
  return (
    <SelectField
      name="reason"
      label={t('refunds.reason')}
      choices={[{ value: '', label: t('checkout.chooseState') }, ...choices]}
    />
  );
}

function Buttons({ amount, isBusy }: { amount: string | undefined; isBusy: boolean }) {
  const t = useTranslations('customer');
  const area = useTranslations('area');
  return (
    <div className="dialog-actions refund-actions">
      <Dialog.Close className="button button-quiet">{t('site.close')}</Dialog.Close>
      <button className="button" disabled={isBusy}>
        {amount === undefined ? area('refunds.ask') : area('refunds.submit', { amount })}
      </button>
    </div>
  );
}
