import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { startPayment } from '#contract/payments.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import { call } from '../../browser/client.ts';
import { useTrouble } from '../use-trouble.ts';

/** The ways to the payment provider for a customer's own order; one at a time. */
export function PayButtons({ id, methods }: { id: string; methods: readonly OnlineMethod[] }) {
  const t = useTranslations('common.payment.methods');
  const tellTrouble = useTrouble();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (method: OnlineMethod) => call(startPayment, { body: { id, method } }),
    networkMode: 'always',
    onSuccess: ({ redirect }) => location.assign(redirect),
    onError: (error) => {
      tellTrouble(error);
      void queries.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  return methods.map((method) => (
    <button
      key={method}
      type="button"
      className="button"
      aria-disabled={isPending}
      onClick={() => isPending || mutate(method)}
    >
      {t(method)}
    </button>
  ));
}
