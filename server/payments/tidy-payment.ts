import type { Deps } from '../deps.ts';
import { findAttempt, moveAttempt } from './attempts.ts';

/**
 * Does at the provider what a try waits for: ends its page, or gives its money back. Throws where the provider cannot be
 * had, so that the job comes again; doing it twice changes nothing.
 */
export async function tidyPayment({ db, payments }: Pick<Deps, 'db' | 'payments'>, attemptId: string): Promise<void> {
  const attempt = await findAttempt(db, attemptId);
  if (attempt?.state !== 'closing' && attempt?.state !== 'returning') return;
  if (!payments) throw new Error('The settings name no payment provider any more.');
  const { id, state, session, intent, amount } = attempt;
  if (state === 'closing') {
    if (session) await payments.closePage(session);
    await moveAttempt(db, id, { to: 'closed' });
  } else {
    await payments.payBack({ intent: intent!, amount, key: id });
    await moveAttempt(db, id, { to: 'returned' });
  }
}
