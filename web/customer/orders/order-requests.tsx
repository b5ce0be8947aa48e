import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { offeredRequests } from '#domain/orders/order-request.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { useErrorToast } from '../shell/toasts.tsx';

/**
 * What can be asked for now, returns and claims; each opens its page in the shop, by a link to this order alone. Returning items
 * has its button below the items.
 */
export function OrderRequests({ order: { id, requests, refunds, claims } }: { order: OrderWithTimeline }) {
  const t = useTranslations('orders');
  const showErrorToast = useErrorToast();
  const { mutate, isPending } = useMutation({
    mutationFn: async (below: string) => `${(await sendRequest('linkOrder', { body: { id } })).page}/${below}`,
    networkMode: 'always',
    onSuccess: (path) => location.assign(path),
    onError: showErrorToast,
  });
  const pages = [
    ...offeredRequests(requests)
      .filter((request) => request !== 'return')
      .map((request) => ({ path: request as string, label: t(`requests.${request}`) })),
    ...claims.map(({ number }) => ({ path: `claims/${number}`, label: t('claim', { number }) })),
    ...refunds.flatMap(({ return: returned }) =>
      returned ? [{ path: `returns/${returned.number}`, label: t('return', { number: returned.number }) }] : [],
    ),
  ];
  return pages.map(({ path, label }) => (
    <button
      key={path}
      type="button"
      className="button button-quiet"
      aria-disabled={isPending}
      onClick={() => isPending || mutate(path)}
    >
      {label}
    </button>
  ));
}
