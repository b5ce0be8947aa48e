import type { QueryClient } from '@tanstack/react-query';
import { sendRequest } from '../browser/api-client.ts';

export const deliveryQuery = {
  queryKey: ['delivery-settings'],
  queryFn: ({ signal }: { signal?: AbortSignal }) => sendRequest('getDeliverySettings', signal && { signal }),
};

/** After a change: the settings and their history. */
export function readAgain(queries: QueryClient): Promise<unknown> {
  return Promise.all(
    [deliveryQuery.queryKey, ['setting-changes']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
}
