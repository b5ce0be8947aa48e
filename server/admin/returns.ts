import type { decideAnyClaim as claimContract, decideReturn as returnContract } from '#contract/admin-returns.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { decideClaim } from '../orders/claims/decide-claim.ts';
import { requireClaim } from '../orders/claims/queries.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';
import { acceptReturn } from '../orders/returns/accept-return.ts';
import { requireReturn } from '../orders/returns/queries.ts';
import { findReturnPhoto } from '../orders/returns/return-photos.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

const RETURN_VERBS = { accepted: 'return accept', received: 'return receive', declined: 'return decline' };

/**
 * Accepts a return, records that its copies or some of them are back, or declines it. Throws `not_found`, `too_late` where it
 * was decided before, and `not_refundable` for copies that it has not.
 */
export function decideReturn(
  deps: Deps,
  request: StaffRequest,
  { number, to, items, note }: ParsedOf<typeof returnContract>['body'],
): Promise<void> {
  const actor = request.principal.name;
  return runAsStaff(deps, request, { verb: RETURN_VERBS[to], about: number }, async (inside) => {
    const { refund_id: refundId } = await requireReturn(inside.db, number);
    if (to === 'accepted') await acceptReturn(inside, refundId, actor);
    else if (to === 'declined') await transitionRefund(inside, refundId, { to, actor, note: note || undefined });
    else await transitionRefund(inside, refundId, { to: 'approved', actor, items, note: note || undefined });
  });
}

/** Throws `not_found` once it is deleted. */
export async function requireReturnPhoto(deps: Deps, id: string): Promise<Buffer> {
  return requireFound(await findReturnPhoto(deps, id));
}

const CLAIM_VERBS = { resent: 'claim resend', refunded: 'claim refund', declined: 'claim decline' };

/** Decides a claim under the name of the member of staff. Throws as `decideClaim`. */
export function decideAnyClaim(
  deps: Deps,
  request: StaffRequest,
  { number, to, parcel, note }: ParsedOf<typeof claimContract>['body'],
): Promise<void> {
  return runAsStaff(deps, request, { verb: CLAIM_VERBS[to], about: number }, async (inside) => {
    const { id } = await requireClaim(inside.db, number);
    const told = to === 'resent' ? { parcel } : to === 'declined' ? { note: note || undefined } : {};
    await decideClaim(inside, id, { to, actor: request.principal.name, ...told });
  });
}
