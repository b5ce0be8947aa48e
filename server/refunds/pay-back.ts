import { eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { refund } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { ProviderRefused } from '../outside/payment-provider.ts';
import { findPaidAttempt, returnMoney, type Attempt } from '../payments/attempts.ts';
import { refuse } from '../refuse.ts';

/**
 * Sends the money of an approved refund back the way it came, if the order was paid at the provider: before the refund is
 * entered as paid out, and once, however often it is asked. Refuses `payment_unreachable` where the settings name no
 * provider any more; throws `ProviderFailed` where it fails.
 */
export async function payBack({ db, payments }: Deps, refundId: string): Promise<void> {
  const owed = await findOwed(db, refundId);
  if (!owed) return;
  const provider = payments ?? refuse('payment_unreachable');
  await returnMoney(db, provider, { ...owed, id: refundId });
}

/**
 * Makes sure that the provider has not sent the money of a refund already that is to be entered as paid back in another
 * way. Throws `ProviderRefused` where it has, `ProviderFailed` where it does not say.
 */
export async function refuseIfSent({ db, payments }: Deps, refundId: string): Promise<void> {
  const owed = await findOwed(db, refundId);
  if (!owed || !payments) return;
  if (await payments.hasPaidBack({ intent: owed.attempt.intent!, id: refundId }))
    throw new ProviderRefused('It has sent this refund back already.');
}

/** What an approved refund owes, and the try by which it came; nothing where it did not come by the provider. */
async function findOwed(db: Database, refundId: string): Promise<{ attempt: Attempt; amount: number } | undefined> {
  const [asked] = await db
    .select({ state: refund.state, amount: refund.amount, orderId: refund.orderId })
    .from(refund)
    .where(eq(refund.id, refundId));
  if (asked?.state !== 'approved' || asked.amount === 0) return undefined;
  const attempt = await findPaidAttempt(db, asked.orderId);
  return attempt && { attempt, amount: asked.amount };
}
