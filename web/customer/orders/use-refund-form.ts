import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Order } from '#contract/orders.ts';
import { requestRefund } from '#contract/refunds.ts';
import type { WantedLine } from '#domain/refund.ts';
import { call } from '../../browser/client.ts';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { useRefusal } from '../use-refusal.ts';
import { refundableLines } from './refund-quote.ts';

type RefundForm = BodyOf<typeof requestRefund>;

/** The form of a request: `chosen` is never more than what is still left of the order. */
export function useRefundForm(order: Order, onAsked: (amount: number) => void) {
  const queries = useQueryClient();
  const refusal = useRefusal();
  const [error, setError] = useState<string>();
  const start = { id: order.id, reason: '' as RefundForm['reason'], note: '', items: firstChoice(order) };
  const form = useContractForm<RefundForm>(requestRefund.body, start);
  const chosen = withinLeft(order, form.watch('items') ?? []);
  const choose = (items: WantedLine[]) => form.setValue('items', items, { shouldValidate: form.formState.isSubmitted });
  const submit = form.handleSubmit(async (body) => {
    setError(undefined);
    try {
      const { amount } = await call(requestRefund, { body: { ...body, items: chosen } });
      onAsked(amount);
    } catch (failure) {
      if (!showFieldErrors(form, failure)) setError(refusal(failure));
    }
    await queries.invalidateQueries({ queryKey: ['orders'] });
    void queries.invalidateQueries({ queryKey: ['transactions'] });
  });
  return { form, chosen, choose, submit, error };
}

/** Where only one copy can be meant, it is chosen already. */
function firstChoice(order: Order): WantedLine[] {
  const [line, ...others] = refundableLines(order);
  return line && others.length === 0 && line.refundable_qty === 1 ? [{ id: line.id, qty: 1 }] : [];
}

function withinLeft(order: Order, items: readonly WantedLine[]): WantedLine[] {
  return refundableLines(order).flatMap((line) => {
    const qty = Math.min(items.find((item) => item.id === line.id)?.qty ?? 0, line.refundable_qty);
    return qty > 0 ? [{ id: line.id, qty }] : [];
  });
}
