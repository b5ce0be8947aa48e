import type { Customer } from '../accounts/customers.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import type { SecurityEmails } from '../emails/security-email-templates.ts';

/** Tells a customer by email what changed about how their account is signed in to. */
export async function enqueueSecurityNotice(
  tx: Database,
  deps: Deps,
  { email: to, locale, displayName: name }: Customer,
  change: Pick<SecurityEmails['security_changed'], 'change' | 'words'>,
): Promise<void> {
  const data = { name, ...change, link: `${deps.publicUrl}/customer/profile#passkeys` };
  await enqueueEmail(tx, deps, { kind: 'security_changed', to, locale, data });
}
