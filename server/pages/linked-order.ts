import type { FastifyReply, FastifyRequest } from 'fastify';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { toApiError } from '../http/error-responses.ts';
import { redirectTo } from '../http/headers.ts';
import { requireLinkedOrder } from '../orders/queries.ts';
import { sendUncached, type LocalizedContext, type PageHandler } from './storefront.ts';

/** An order by its link, with the request that came by it. */
export type LinkedOrder = {
  context: LocalizedContext;
  request: FastifyRequest;
  reply: FastifyReply;
  token: string;
  order: OrderWithTimeline;
};

/** Finds the order of a link. A customer whose link has ended is sent to their orders, where they open another. */
export function onLinkedOrder(handle: (linked: LinkedOrder) => Promise<FastifyReply>): PageHandler {
  return async (context, request, reply) => {
    const { token } = request.params as { token: string };
    // Its forms send their origin to this shop alone, and the link to nobody else.
    void reply.header('Referrer-Policy', 'same-origin');
    const order = await findLinkedOrder(context, token);
    if (order === 'link_expired') return redirectTo(reply, `${CUSTOMER_AREA}/my-orders`);
    const { locale } = context;
    if (!order) return sendUncached(context, reply, { locale, view: { page: 'not_found' }, path: '/', status: 404 });
    return handle({ context, request, reply, token, order });
  };
}

/** The order of a link, unless there is none; a customer's link may have ended, which they can open anew. */
export async function findLinkedOrder({ deps }: LocalizedContext, token: string) {
  try {
    return await requireLinkedOrder(deps, token);
  } catch (error) {
    const { code } = toApiError(error);
    if (code === 'link_expired') return code;
    if (code === 'not_found') return undefined;
    throw error;
  }
}
