import type { BodyOf } from '#contract/endpoint.ts';
import type { inviteStaff as inviteContract } from '#contract/admin-invitations.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { acceptInvitation, registerByInvitation } from '../staff/accept-invitation.ts';
import {
  consumeInvitationLimit,
  inviteStaff,
  listInvitations,
  openInvitation,
  requireInvitation,
  resendInvitation,
  withdrawInvitation,
} from '../staff/invitations.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

type InvitationEndpoints =
  | 'listInvitations'
  | 'inviteStaff'
  | 'resendInvitation'
  | 'withdrawInvitation'
  | 'getInvitation'
  | 'acceptInvitation'
  | 'registerByInvitation';

export function invitationHandlers(deps: Deps): Pick<Handlers, InvitationEndpoints> {
  return {
    listInvitations: async () => ({ rows: await listInvitations(deps.db) }),
    inviteStaff: ({ body, principal, client, locale }) => invite(deps, { principal, client }, { ...body, locale }),
    resendInvitation: ({ body, principal, client }) => resend(deps, { principal, client }, body.id),
    withdrawInvitation: ({ body, principal, client }) => withdraw(deps, { principal, client }, body.id),
    getInvitation: ({ body }) => openInvitation(deps.db, body.token),
    acceptInvitation: ({ body, principal, client }) => acceptInvitation(deps, { principal, client }, body.token),
    registerByInvitation: async ({ body, locale, client }) => ({
      email: await registerByInvitation(deps, { body, locale, client }),
    }),
  };
}

function inviterOf({ principal: { customerId: id, name } }: StaffRequest) {
  return { id, name };
}

/** The audit trail, which is never deleted, names the invitation, not the address. */
async function invite(
  deps: Deps,
  request: StaffRequest,
  invitation: BodyOf<typeof inviteContract> & { locale: Locale },
): Promise<void> {
  await consumeInvitationLimit(deps, invitation.email);
  const action = { verb: `user invite ${invitation.role}`, about: '' };
  await runAsStaff(deps, request, action, async (inside) => {
    action.about = await inviteStaff(inside, inviterOf(request), invitation);
  });
}

async function resend(deps: Deps, request: StaffRequest, id: string): Promise<void> {
  const { email } = await requireInvitation(deps.db, id);
  await consumeInvitationLimit(deps, email);
  await runAsStaff(deps, request, { verb: 'user resend-invitation', about: id }, (inside) =>
    resendInvitation(inside, inviterOf(request), id),
  );
}

function withdraw(deps: Deps, request: StaffRequest, id: string): Promise<void> {
  return runAsStaff(deps, request, { verb: 'user withdraw-invitation', about: id }, async ({ db }, audit) => {
    const { role } = await requireInvitation(db, id);
    await withdrawInvitation(db, id);
    audit({ before: { role }, after: null });
  });
}
