import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { startPayment } from '#contract/payments.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import { call } from '../../browser/client.ts';
import { useTrouble } from '../use-trouble.ts';

/** Leads to the payment provider's page for an order. */
export function PayButton({ id, method }: { id: string; method: OnlineMethod }) {
  const t = useTranslations('common.payment.methods');
  const onError = useTrouble();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(startPayment, { body: { id, method } }),
    networkMode: 'always',
    onSuccess: ({ redirect }) => location.assign(redirect),
    onError,
  });
  return (
    <button type="button" className="button" aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {t(method)}
    </button>
  );
}
