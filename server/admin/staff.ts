import type { BodyOf } from '#contract/endpoint.ts';
import type { setStaffRole as contract } from '#contract/admin.ts';
import { findCustomerByEmail } from '../accounts/customers.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { setStaffRole } from '../staff/staff.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

/**
 * Gives an activated account a role or takes it away. Throws `not_found` for an address without one, and `too_late` for one's
 * own account and for a role that it has already.
 */
export function changeRole(deps: Deps, request: StaffRequest, { email, role }: BodyOf<typeof contract>): Promise<void> {
  const action = { verb: role === null ? 'user remove-staff' : `user make-staff ${role}`, about: email };
  return runAsStaff(deps, request, action, async ({ db }) => {
    const { id, activatedAt } = requireFound(await findCustomerByEmail(db, email));
    if (!activatedAt) throwApiError('not_found');
    if (id === request.principal.customerId) throwApiError('too_late');
    if (!(await setStaffRole(db, id, role))) throwApiError('too_late');
  });
}
