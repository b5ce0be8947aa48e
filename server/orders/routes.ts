import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { refuse } from '../refuse.ts';
import { hashSecret } from '../secrets.ts';
import { moveOrder } from './move-order.ts';
import { placeOrder } from './place-order.ts';
import { listOrders, requireGuestOrder, requireOrder } from './queries.ts';

type Names = 'placeOrder' | 'listOrders' | 'getOrder' | 'getGuestOrder' | 'cancelOrder';

export function orderHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, config } = deps;
  return {
    placeOrder: async ({ body, caller, locale, header, reply, from }) => {
      const idempotencyKey = parseKey(header('idempotency-key'));
      const call = { payload: body, buyer: caller, idempotencyKey, locale, from };
      const { answer, isReplay } = await placeOrder(deps, call);
      if (isReplay) void reply.header('Idempotent-Replayed', 'true');
      return answer;
    },
    listOrders: ({ query, caller }) => listOrders(db, config, { customerId: caller.customerId, ...query }),
    getOrder: ({ params, caller }) => requireOrder(db, config, { id: params.id, customerId: caller.customerId }),
    getGuestOrder: ({ params }) => requireGuestOrder(db, config, hashSecret(params.token)),
    cancelOrder: async ({ body, caller }) => {
      const own = await requireOrder(db, config, { id: body.id, customerId: caller.customerId });
      const moved = await moveOrder(deps, own.id, { to: 'cancelled', actor: 'customer' });
      return { id: moved.id, status: moved.state };
    },
  };
}

/** 1 to 128 visible characters, or none. */
function parseKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,128}$/.test(header)) return header;
  return refuse('invalid');
}
