import * as z from 'zod/mini';
import { ORDER_STATES } from '#domain/orders/order.ts';
import { endpoint } from './endpoint.ts';
import { emailAddress, resourceId, ringgit, timestamp } from './schemas.ts';

export const getCustomerHistory = endpoint('getCustomerHistory', {
  summary:
    'What whoever has an email address bought, as a customer or guest, and what they asked back: counted over their newest orders, at most 500.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.read',
  rateLimit: 'read',
  params: z.object({ email: emailAddress }),
  response: z.object({
    /** Null for a guest. */
    customer_id: z.nullable(resourceId),
    orders: z.int(),
    spent: ringgit,
    refunds: z.int(),
    declined: z.int(),
    claims: z.int(),
    recent: z.array(
      z.object({ number: z.string(), status: z.enum(ORDER_STATES), placed_at: timestamp, payable: ringgit }),
    ),
  }),
  status: 200,
  errors: [],
});
export type CustomerHistory = z.output<typeof getCustomerHistory.response>;
