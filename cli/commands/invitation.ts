import { emailAddress } from '#contract/schemas.ts';
import type { Invitation } from '#contract/admin-invitations.ts';
import { LOCALES } from '#domain/locale.ts';
import { INVITATION_DAYS, STAFF_ROLES } from '#domain/staff.ts';
import {
  consumeInvitationLimit,
  inviteStaff,
  listInvitations,
  requireInvitationOf,
  withdrawInvitation,
} from '../../server/staff/invitations.ts';
import { ApiError } from '../../server/api-error.ts';
import { CommandError, operatingSystemUser, orNotFound, readChoice, type Command } from '../command.ts';
import { formatTime } from '../output.ts';
import { listCommand } from '../resource-commands.ts';

const inviteCommand: Command = {
  name: 'user invite',
  args: ['EMAIL'],
  options: {
    role: { placeholder: 'ROLE', summary: 'What they may do. Default: fulfilment.' },
    language: { placeholder: 'LANGUAGE', summary: 'Of the email, without an account of that address. Default: en.' },
  },
  summary: `Email an invitation to the back office, whose link works once within ${INVITATION_DAYS} days; sent again it has a new link.`,
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps }) => {
    const email = readEmail(input.args[0]);
    const role = readChoice(input, 'role', STAFF_ROLES) ?? 'fulfilment';
    const locale = readChoice(input, 'language', LOCALES) ?? 'en';
    await consumeInvitationLimit(deps, email);
    const inviter = { id: null, name: operatingSystemUser() };
    const id = await inviteStaff(deps, inviter, { email, role, locale }).catch((error: unknown) => {
      const isStaff = error instanceof ApiError && error.code === 'too_late';
      throw isStaff ? new CommandError(`${email} has a role already; change it with "user make-staff".`) : error;
    });
    return { text: `The invitation of ${email} as ${role} is queued.`, data: { id, email, role } };
  },
};

const withdrawCommand: Command = {
  name: 'user withdraw',
  args: ['EMAIL'],
  summary: 'Withdraw an open invitation to the back office: its link stops working.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [text = ''] }, { deps: { db } }) => {
    const lookup = requireInvitationOf(db, readEmail(text));
    const { id, email } = await orNotFound(`There is no open invitation of ${text}.`, lookup);
    await withdrawInvitation(db, id);
    return { text: `The invitation of ${email} is withdrawn.`, data: { id, email } };
  },
};

export const invitationCommands: readonly Command[] = [
  inviteCommand,
  listCommand({
    name: 'user invitations',
    summary: 'List who was invited to the back office and has not accepted yet.',
    list: (db) => listInvitations(db),
    row: formatRow,
    empty: 'No invitation is open.',
  }),
  withdrawCommand,
];

function readEmail(text = ''): string {
  const parsed = emailAddress.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new CommandError(`"${text}" is no email address.`);
}

function formatRow({ email, role, inviter, sent_at, expires_at, is_expired }: Invitation) {
  return {
    email,
    role,
    by: inviter,
    sent: formatTime(sent_at),
    expires: is_expired ? 'expired' : formatTime(expires_at),
  };
}
