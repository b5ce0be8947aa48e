import * as z from 'zod/mini';
import { CLAIM_PROBLEMS, CLAIM_STATES, CLAIM_WISHES } from '#domain/orders/claim.ts';
import { quantity, resourceId, timestamp } from './schemas.ts';

/** What did not arrive; a line's `id` is the order line's. */
export const claim = z.object({
  number: z.string(),
  status: z.enum(CLAIM_STATES),
  problem: z.enum(CLAIM_PROBLEMS),
  wish: z.enum(CLAIM_WISHES),
  lines: z.array(z.object({ id: resourceId, qty: quantity })),
  note: z.nullable(z.string()),
  opened_at: timestamp,
  /** Why the shop declined it, where it said so. */
  shop_note: z.nullable(z.string()),
});
export type Claim = z.output<typeof claim>;
