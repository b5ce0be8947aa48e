import * as z from 'zod/mini';
import { STAFF_ROLES } from '#domain/staff.ts';
import { endpoint } from './endpoint.ts';
import { registerByInvitationBody } from './invitation-forms.ts';
import { byId, emailAddress, resourceId, secretToken, timestamp } from './schemas.ts';

const invitation = z.object({
  id: resourceId,
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  inviter: z.string(),
  sent_at: timestamp,
  expires_at: timestamp,
  /** Its link does not work any more; it can be sent again. */
  is_expired: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

export const listInvitations = endpoint('listInvitations', {
  summary: 'Who was invited to the back office and has neither accepted nor been withdrawn, by address.',
  tag: 'Back office',
  access: 'staff',
  permission: 'staff.write',
  rateLimit: 'read',
  response: z.object({ rows: z.array(invitation) }),
  status: 200,
  errors: [],
});

export const inviteStaff = endpoint('inviteStaff', {
  summary:
    'Email an address an invitation to the back office with a role; an open one is replaced. Refused for whoever has a role. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'staff.write',
  needsProof: true,
  rateLimit: 'write',
  body: z.object({ email: emailAddress, role: z.enum(STAFF_ROLES) }),
  status: 204,
  errors: ['too_late', 'too_many'],
});

export const resendInvitation = endpoint('resendInvitation', {
  summary:
    'Email an open invitation again, with a new link in the place of the one before. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'staff.write',
  needsProof: true,
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const withdrawInvitation = endpoint('withdrawInvitation', {
  summary: 'Withdraw an open invitation: its link stops working.',
  tag: 'Back office',
  access: 'staff',
  permission: 'staff.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const getInvitation = endpoint('getInvitation', {
  summary: 'What the link of an invitation to the back office offers, and whether its address has an account.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'passkey',
  body: z.object({ token: secretToken }),
  response: z.object({ email: z.string(), role: z.enum(STAFF_ROLES), inviter: z.string(), has_account: z.boolean() }),
  status: 200,
  errors: ['link_expired'],
});
export type OpenedInvitation = z.output<typeof getInvitation.response>;

export const acceptInvitation = endpoint('acceptInvitation', {
  summary:
    'Accept an invitation to the back office (single use, 7 days) with the account of its address, which is signed out everywhere.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'mail-link',
  body: z.object({ token: secretToken }),
  status: 204,
  errors: ['link_expired', 'other_account', 'too_late'],
});

export const registerByInvitation = endpoint('registerByInvitation', {
  summary:
    'Accept an invitation to the back office where its address has no account: opens one, active at once, because the link proves the address.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'mail-link',
  body: registerByInvitationBody,
  response: z.object({ email: z.string() }),
  status: 200,
  errors: ['link_expired', 'email_taken'],
});
