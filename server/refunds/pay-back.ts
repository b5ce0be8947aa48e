import { eq } from 'drizzle-orm';
import { refund } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { findPaidAttempt, returnMoney } from '../payments/attempts.ts';
import { refuse } from '../refuse.ts';

/**
 * Sends the money of an approved refund back the way it came, if the order was paid at the provider: before the refund is
 * entered as paid out, and once, however often it is asked. Refuses `payment_unreachable` where the settings name no
 * provider any more; throws `ProviderFailed` where it fails.
 */
export async function payBack({ db, payments }: Deps, refundId: string): Promise<void> {
  const [asked] = await db
    .select({ state: refund.state, amount: refund.amount, orderId: refund.orderId })
    .from(refund)
    .where(eq(refund.id, refundId));
  if (asked?.state !== 'approved' || asked.amount === 0) return;
  const attempt = await findPaidAttempt(db, asked.orderId);
  if (!attempt) return;
  const provider = payments ?? refuse('payment_unreachable');
  await returnMoney(db, provider, { attempt, amount: asked.amount, id: refundId });
}
