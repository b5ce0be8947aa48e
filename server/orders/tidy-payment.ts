import type { Deps } from '../deps.ts';
import type { PaymentEvent, PaymentProvider } from '../outside/payment-provider.ts';
import { findAttempt, isOver, moveAttempt, returnMoney, type Attempt } from '../payments/attempts.ts';
import { takePaymentEvent } from './take-payment-event.ts';

/**
 * Does at the provider what a try to pay waits for: gives its money back, or asks how its page stands. A payment of which
 * no event came acts as if it had; a page that nobody needs any more is closed. Throws `ProviderFailed`, so that the job
 * comes again; doing it twice changes nothing.
 */
export async function tidyPayment(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId);
  if (!attempt || !WAITS.has(attempt.state)) return;
  if (!deps.payments) throw new Error('The settings name no payment provider any more.');
  if (attempt.state === 'returning') await giveBack(deps, deps.payments, attempt);
  else await lookAtPage(deps, deps.payments, attempt);
}

const WAITS: ReadonlySet<string> = new Set(['open', 'closing', 'returning'] satisfies Attempt['state'][]);

async function giveBack({ db }: Deps, payments: PaymentProvider, attempt: Attempt): Promise<void> {
  await returnMoney(db, payments, { attempt, amount: attempt.amount, id: attempt.id });
  await moveAttempt(db, attempt.id, { to: 'returned' });
}

async function lookAtPage(deps: Deps, payments: PaymentProvider, attempt: Attempt): Promise<void> {
  const { id, state, session, endsAt } = attempt;
  const page = session ? await payments.askPage(session) : 'open';
  if (page !== 'open') return act(deps, page);
  if (state === 'open' && !(await isOver(deps.db, id))) return deps.jobs.tidyPayment(deps.db, id, { at: endsAt });
  if (session) await payments.closePage(session);
  await moveAttempt(deps.db, id, { to: 'closed' });
}

async function act(deps: Deps, event: PaymentEvent): Promise<void> {
  if ((await takePaymentEvent(deps, event)) === 'unfit') throw new Error(`The payment ${event.id} fits no order.`);
}
