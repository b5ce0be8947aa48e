import { STAFF_ROLES } from '#domain/staff.ts';
import { listCustomers, requireCustomerSummary, type CustomerSummary } from '../../server/accounts/customers.ts';
import { activateManually } from '../../server/accounts/registration.ts';
import { setStaffRole } from '../../server/staff/staff.ts';
import type { Services } from '../../server/services.ts';
import { requestPasswordReset } from '../../server/sessions/change-password.ts';
import { resetCredentials } from '../../server/sessions/reset-credentials.ts';
import { orNotFound, readChoice, type Command } from '../command.ts';
import { formatFields, formatTime } from '../output.ts';
import { listCommand, showCommand, transitionCommand } from '../resource-commands.ts';

/** How an account is looked up in every command of it. */
const ACCOUNT = { arg: 'WHO', find: findAccount };

export const userCommands: readonly Command[] = [
  listCommand({
    name: 'user list',
    summary: 'List the newest accounts.',
    isLimited: true,
    list: listCustomers,
    row: formatRow,
    empty: 'There are no accounts.',
  }),
  showCommand({
    name: 'user show',
    summary: 'Show an account by its email or username.',
    ...ACCOUNT,
    format: formatAccount,
  }),
  transitionCommand({
    name: 'user activate',
    summary:
      'Activate an account without its email, where you know that the address is its owner’s: guest orders of the address become its own.',
    ...ACCOUNT,
    run: ({ deps: { db } }, { id }) => activateManually(db, id),
    done: ({ email }, isNew) => `The account of ${email} ${isNew ? 'is now' : 'was already'} active.`,
  }),
  transitionCommand({
    name: 'user make-staff',
    summary: `Give an account a role in the back office: ${STAFF_ROLES.join(', ')}. Its owner signs in again.`,
    options: { role: { placeholder: 'ROLE', summary: 'What it may do there. Default: owner.' } },
    ...ACCOUNT,
    readInput: (input) => readChoice(input, 'role', STAFF_ROLES) ?? 'owner',
    run: async ({ deps: { db } }, { id }, role) =>
      (await setStaffRole(db, id, role)) ? `is now ${role}` : `was already ${role}`,
    done: ({ email }, sentence) => `${email} ${sentence}.`,
  }),
  transitionCommand({
    name: 'user remove-staff',
    summary: 'Take the role in the back office from an account, which stays a customer’s. It is signed out everywhere.',
    ...ACCOUNT,
    run: ({ deps: { db } }, { id }) => setStaffRole(db, id, null),
    done: ({ email }, isNew) => `${email} ${isNew ? 'is not staff any more' : 'was not staff'}.`,
  }),
  transitionCommand({
    name: 'user reset-password',
    summary: 'Email an account the link to set a new password; its current password works until then.',
    ...ACCOUNT,
    run: async ({ deps }, { email }) => {
      await requestPasswordReset(deps, email);
    },
    done: ({ email }) => `The email with the link to ${email} is queued.`,
  }),
  transitionCommand({
    name: 'user reset-sign-in',
    summary:
      'Remove the passkeys and the second step of an account whose owner has lost them, and sign it out everywhere: it signs in by password alone again. Its owner gets an email.',
    ...ACCOUNT,
    run: ({ deps }, { id }) => resetCredentials(deps, id),
    done: ({ email }, isChanged) =>
      isChanged
        ? `${email} signs in by password alone now, and is signed out.`
        : `${email} has no passkey and no second step.`,
  }),
];

/** By email or username. */
async function findAccount({ deps: { db } }: Services, text: string): Promise<CustomerSummary> {
  return orNotFound(`There is no account ${text}.`, requireCustomerSummary(db, text));
}

function formatAccount({ activated_at, created_at, deleted_at, staff_role, ...account }: CustomerSummary): string {
  return formatFields({
    ...account,
    staff: staff_role ?? 'no',
    created: formatTime(created_at),
    activated: formatTime(activated_at) || 'not yet',
    deleted: formatTime(deleted_at),
  });
}

function formatRow({
  email,
  username,
  name,
  activated_at,
  deleted_at,
  staff_role,
  orders,
  created_at,
}: CustomerSummary) {
  return {
    email,
    username: username ?? '',
    name,
    status: deleted_at ? 'deleted' : activated_at ? 'active' : 'not activated',
    staff: staff_role ?? '',
    orders,
    created: formatTime(created_at),
  };
}
