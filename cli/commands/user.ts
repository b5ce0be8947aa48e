import {
  listCustomers,
  makeStaff,
  requireCustomerSummary,
  type CustomerSummary,
} from '../../server/accounts/customers.ts';
import { activateManually } from '../../server/accounts/registration.ts';
import type { Services } from '../../server/services.ts';
import { requestPasswordReset } from '../../server/sessions/change-password.ts';
import { resetCredentials } from '../../server/sessions/reset-credentials.ts';
import { orNotFound, type Command } from '../command.ts';
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
    summary: 'Make an account a staff account.',
    ...ACCOUNT,
    run: ({ deps: { db } }, { id }) => makeStaff(db, id),
    done: ({ email }, isNew) => `${email} ${isNew ? 'is now' : 'was already'} a staff account.`,
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

function formatAccount({ activated_at, created_at, deleted_at, is_staff, ...account }: CustomerSummary): string {
  return formatFields({
    ...account,
    staff: is_staff ? 'yes' : 'no',
    created: formatTime(created_at),
    activated: formatTime(activated_at) || 'not yet',
    deleted: formatTime(deleted_at),
  });
}

function formatRow({ email, username, name, activated_at, deleted_at, is_staff, orders, created_at }: CustomerSummary) {
  return {
    email,
    username: username ?? '',
    name,
    status: deleted_at ? 'deleted' : activated_at ? 'active' : 'not activated',
    staff: is_staff ? 'staff' : '',
    orders,
    created: formatTime(created_at),
  };
}
