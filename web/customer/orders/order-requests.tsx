import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { OrderWithTimeline } from '#contract/orders.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { useErrorToast } from '../shell/toasts.tsx';

/** What can be asked for now; each opens its page in the shop, by a link to this order alone. */
export function OrderRequests({ order: { id, requests } }: { order: OrderWithTimeline }) {
  const t = useTranslations('orders.requests');
  const showErrorToast = useErrorToast();
  const { mutate, isPending } = useMutation({
    mutationFn: async (request: OrderRequest) => {
      const { page } = await sendRequest('linkOrder', { body: { id } });
      return `${page}/${request}`;
    },
    networkMode: 'always',
    onSuccess: (path) => location.assign(path),
    onError: showErrorToast,
  });
  return requests.map((request) => (
    <button
      key={request}
      type="button"
      className="button button-quiet"
      aria-disabled={isPending}
      onClick={() => isPending || mutate(request)}
    >
      {t(request)}
    </button>
  ));
}
