import type { Locale } from '#domain/locale.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Origin } from '../http/bind.ts';
import { refuseField } from '../refuse-field.ts';
import type { Customer } from './customers.ts';
import { provePassword } from './prove-password.ts';

/** A signed-in customer who asks for something that their password must allow, too. */
export type Asking = {
  caller: Pick<Caller, 'customerId' | 'sessionId'>;
  locale: Locale;
  from: Origin;
  cookieHash: Buffer | undefined;
};

/**
 * Refuses, at its field, a password that is not the customer's, as for one who has none; guesses are counted with
 * those of signing in, and stand in the customer's trail.
 */
export async function requirePassword(
  deps: Deps,
  { locale, cookieHash, from }: Asking,
  { owner, password, path }: { owner: Customer; password: string; path: string },
): Promise<void> {
  const guess = { owner, login: owner.email, password, cookieHash };
  if (await provePassword(deps, guess)) return;
  await writeAudit(deps.db, { event: 'password_refused', customerId: owner.id, from });
  refuseField(locale, path, 'password_wrong');
}
