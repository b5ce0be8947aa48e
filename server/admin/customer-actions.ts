import type { AccountExport } from '#contract/account.ts';
import { findCustomerByEmail, requireCustomer, type Customer } from '../accounts/customers.ts';
import { resendActivation } from '../accounts/registration.ts';
import { ApiError, throwApiError } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { deleteAccount } from '../privacy/delete-account.ts';
import { exportAccount } from '../privacy/export-account.ts';
import { requestEmailChange } from '../sessions/change-email.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { runAsStaff, staffEntry, type StaffRequest } from './staff-action.ts';

type Whose = { id: string };
type WhoseEmail = Whose & { email: string };

/** The owner of an account that is not deleted. Throws `not_found`. */
async function requireAccount(db: Database, id: string): Promise<Customer> {
  const owner = await requireCustomer(db, id);
  return owner.deletedAt ? throwApiError('not_found') : owner;
}

/** Emails the activation link once more. Throws `not_found`, and `too_late` for an active account. */
export function sendActivation(deps: Deps, request: StaffRequest, { id }: Whose): Promise<void> {
  return runAsStaff(deps, request, { verb: 'user resend-activation', about: id }, async (inside) => {
    const { email, activatedAt } = await requireAccount(inside.db, id);
    if (activatedAt) throwApiError('too_late');
    await resendActivation(inside, email);
  });
}

/** Signs a customer out everywhere. Throws `not_found`. */
export function endSessions(deps: Deps, request: StaffRequest, { id }: Whose): Promise<void> {
  return runAsStaff(deps, request, { verb: 'user sign-out', about: id }, async ({ db }) => {
    await requireAccount(db, id);
    await endAllSessions(db, id, 'revoked');
  });
}

/**
 * Emails a link to the new address, which changes it once it is opened, and a notice to the old one. Throws `not_found`,
 * `too_late` where it is the address already, and `email_taken`.
 */
export function correctEmail(deps: Deps, request: StaffRequest, { id, email }: WhoseEmail): Promise<void> {
  return runAsStaff(deps, request, { verb: 'user change-email', about: id }, async (inside) => {
    const owner = await requireAccount(inside.db, id);
    if (owner.email === email) throwApiError('too_late');
    if ((await findCustomerByEmail(inside.db, email))?.activatedAt) throwApiError('email_taken');
    await requestEmailChange(inside, id, { newEmail: email, actor: request.principal.name });
  });
}

/** Everything that is stored of a customer, which is in both audit trails before anything is read. Throws `not_found`. */
export async function exportCustomer(deps: Deps, request: StaffRequest, { id }: Whose): Promise<AccountExport> {
  await requireAccount(deps.db, id);
  await writeAudit(deps.db, staffEntry(request, { verb: 'user export', about: id }));
  return exportAccount(deps, id, { actor: request.principal.name });
}

/**
 * Deletes a customer's account, whose address confirms that it is the right one. Throws `not_found`, and `too_late` for another
 * address, for an account of the staff, and where somebody else is deleting it.
 */
export async function deleteCustomer(deps: Deps, request: StaffRequest, { id, email }: WhoseEmail): Promise<void> {
  const owner = await requireAccount(deps.db, id);
  if (owner.email !== email || owner.staffRole !== null) throwApiError('too_late');
  await deleteAccount(deps, id, request.principal.name).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'token_invalid') throwApiError('too_late');
    throw error;
  });
  await writeAudit(deps.db, staffEntry(request, { verb: 'user delete', about: id }));
}
