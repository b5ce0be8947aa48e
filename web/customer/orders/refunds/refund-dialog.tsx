import { useState, useEffect, useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order, requestRefund } from '#contract/orders.ts';
import { requestRefundBody } from '#contract/forms.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { CartMessages } from '../../checkout/cart-messages.tsx';
import { TitledDialog } from '../../dialogs/dialog.tsx';
import type { DialogState } from '../../dialogs/dialog.tsx';
import { refundListId } from './refund-list.tsx';
import { refundableLines, toRefundableOrder } from './refundable-order.ts';
import { Dialog } from '@base-ui/react/dialog';
import { quoteRefund, type RequestedLine } from '#domain/orders/refund.ts';
import { REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import { Form, FormError, SelectField, TextAreaField } from '../../../forms/form.tsx';
import { useMoney } from '../../../ui/text.tsx';
import { RefundLines, RefundTotals } from './refund-lines.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { sendRequest } from '../../../browser/api-client.ts';
import { discardDraft, useDraft } from '../../../forms/drafts.ts';
import { useApiForm } from '../../page/use-api-form.ts';
import CircleCheck from 'lucide-react/icons/circle-check';
import { senFromRinggit } from '#domain/money.ts';

/** The form of a refund request, and its result. Once nothing is refundable, the focus returns to the list of refunds. */
export function RefundDialog({ order, ...dialog }: { order: Order } & DialogState) {
  const t = useTranslations('area.refunds');
  const { isOpen } = dialog;
  const [requestedAmount, setRequestedAmount] = useState<number>();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setRequestedAmount(undefined);
  }
  const canRequest = refundableLines(order).length > 0;
  return (
    <TitledDialog
      title={t('title', { number: order.number })}
      {...dialog}
      finalFocus={() => (canRequest ? null : document.getElementById(refundListId(order))) ?? dialog.finalFocus()}
    >
      {requestedAmount === undefined ? (
        <CartMessages>
          <RefundForm order={order} onRequested={setRequestedAmount} />
        </CartMessages>
      ) : (
        <RefundRequested amount={requestedAmount} />
      )}
    </TitledDialog>
  );
}

type RefundFormProps = { order: Order; onRequested: (amount: number) => void };

/** Which books are returned and why; the refund total is updated with every change. */
export function RefundForm({ order, onRequested }: RefundFormProps) {
  const t = useTranslations('area.refunds');
  const money = useMoney();
  const { form, selected, select, submit, errorMessage, isBusy } = useRefundForm(order, onRequested);
  const quote = quoteRefund(toRefundableOrder(order), selected);
  if (refundableLines(order).length === 0) return <NothingRefundable reason={errorMessage ?? t('nothingLeft')} />;
  return (
    <Form form={form} submit={submit} className="form">
      <p>{t('lead')}</p>
      <RefundLines order={order} quote={quote} selected={selected} onSelect={select} />
      {form.formState.errors.items && (
        <p className="field-error" role="alert">
          {t('choose')}
        </p>
      )}
      <ReasonField />
      <TextAreaField name="note" label={t('note')} rows={2} maxLength={2000} />
      <RefundTotals order={order} quote={quote} />
      <FormError>{errorMessage}</FormError>
      <RefundFormActions amount={selected.length > 0 ? money(quote.amount) : undefined} isBusy={isBusy} />
    </Form>
  );
}

/** The customer elsewhere, or the shop, was faster while the form was open. */
function NothingRefundable({ reason }: { reason: string }) {
  return (
    <RefundResult>
      <FormError>{reason}</FormError>
    </RefundResult>
  );
}

function ReasonField() {
  const t = useTranslations('area');
  const choices = REFUND_REASONS.map((value) => ({ value, label: t(`refunds.reasons.${value}`) }));
  return (
    <SelectField
      name="reason"
      label={t('refunds.reason')}
      options={[{ value: '', label: t('checkout.chooseState') }, ...choices]}
    />
  );
}

function RefundFormActions({ amount, isBusy }: { amount: string | undefined; isBusy: boolean }) {
  const t = useTranslations('customer');
  const area = useTranslations('area');
  return (
    <div className="dialog-actions refund-actions">
      <Dialog.Close className="button button-quiet">{t('site.close')}</Dialog.Close>
      <button className="button" disabled={isBusy}>
        {amount === undefined ? area('refunds.request') : area('refunds.submit', { amount })}
      </button>
    </div>
  );
}

type RefundFormValues = BodyOf<typeof requestRefund>;

/**
 * The form of a refund request: `selected` is never more than what is still refundable. Reason and note outlive the
 * dialog as a draft until they are sent.
 */
export function useRefundForm(order: Order, onRequested: (amount: number) => void) {
  const queries = useQueryClient();
  const draft = `refund-${order.id}`;
  const refundForm = useApiForm<RefundFormValues>({
    schema: requestRefundBody,
    defaultValues: { id: order.id, reason: '' as RefundFormValues['reason'], note: '', items: defaultSelection(order) },
    send: async (body) => {
      const items = limitToRefundable(order, body.items ?? []);
      const { amount } = await sendRequest('requestRefund', { body: { ...body, items } });
      discardDraft(draft);
      onRequested(amount);
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['orders'] });
      void queries.invalidateQueries({ queryKey: ['transactions'] });
    },
  });
  const { form } = refundForm;
  useDraft(form, { name: draft, fields: ['reason', 'note'] });
  const selected = limitToRefundable(order, form.watch('items') ?? []);
  const select = (items: RequestedLine[]) =>
    form.setValue('items', items, { shouldValidate: form.formState.isSubmitted });
  return { ...refundForm, selected, select };
}

/** An order of one copy has it selected. */
function defaultSelection(order: Order): RequestedLine[] {
  const [line, ...others] = refundableLines(order);
  return line && others.length === 0 && line.refundable_qty === 1 ? [{ id: line.id, qty: 1 }] : [];
}

function limitToRefundable(order: Order, items: readonly RequestedLine[]): RequestedLine[] {
  return refundableLines(order).flatMap((line) => {
    const qty = Math.min(items.find((item) => item.id === line.id)?.qty ?? 0, line.refundable_qty);
    return qty > 0 ? [{ id: line.id, qty }] : [];
  });
}

/** Confirms the request, with its amount (RM) and what happens next. */
export function RefundRequested({ amount }: { amount: number }) {
  const t = useTranslations('area.refunds');
  const money = useMoney();
  const common = useTranslations('common.refundSteps');
  return (
    <RefundResult>
      <CircleCheck aria-hidden="true" size={40} />
      <p role="status">
        <b>{t('requested', { amount: money(senFromRinggit(amount)) })}</b> {common('requested')}
      </p>
    </RefundResult>
  );
}

/** The result of the dialog, and the button that closes it, which gets the focus. */
export function RefundResult({ children }: { children: ReactNode }) {
  const t = useTranslations('customer.site');
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div className="refund-result">
      {children}
      <Dialog.Close ref={close} className="button">
        {t('close')}
      </Dialog.Close>
    </div>
  );
}
