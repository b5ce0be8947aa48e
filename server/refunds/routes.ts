import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { requestRefund } from './request-refund.ts';

export function refundHandlers(deps: Deps): Pick<Handlers, 'requestRefund'> {
  return {
    requestRefund: ({ body, caller, from }) =>
      requestRefund(deps, { customerId: caller.customerId, asked: body, from }),
  };
}
