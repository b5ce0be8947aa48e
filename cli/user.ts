import { activateByHand } from '../server/accounts/activate-by-hand.ts';
import { listCustomers, requireCustomerSummary, type CustomerSummary } from '../server/accounts/customer-summaries.ts';
import { makeStaff } from '../server/accounts/make-staff.ts';
import { Refusal } from '../server/refuse.ts';
import { requestReset } from '../server/sessions/reset-password.ts';
import type { OpenShop } from '../server/shop.ts';
import { limitOf, limitOption } from './list-options.ts';
import { facts, table, time } from './table.ts';
import { Failure, type Call, type Verb } from './verb.ts';

const list: Verb = {
  name: 'user list',
  options: limitOption,
  summary: 'List the newest accounts.',
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const users = await listCustomers(db, { limit: limitOf(call) });
    return { text: table(users.map(rowOf)) || 'There are no accounts.', data: users };
  },
};

const show: Verb = {
  name: 'user show',
  takes: ['WHO'],
  summary: 'Show an account by its e-mail or username.',
  opens: 'shop',
  run: async (call, shop) => {
    const user = await requireUser(call, shop);
    const { activated_at, created_at, deleted_at, is_staff, ...rest } = user;
    const shown = {
      ...rest,
      staff: is_staff ? 'yes' : 'no',
      opened: time(created_at),
      activated: time(activated_at) || 'not yet',
      deleted: time(deleted_at),
    };
    return { text: facts(shown), data: user };
  },
};

const activate: Verb = {
  name: 'user activate',
  takes: ['WHO'],
  summary: 'Open an account without its mail, where you know whose the address is: its guest orders become its own.',
  changes: true,
  opens: 'shop',
  run: async (call, shop) => {
    const { id, email } = await requireUser(call, shop);
    const isNew = await activateByHand(shop.deps.db, id);
    const text = isNew ? `The account of ${email} is active now.` : `The account of ${email} was active already.`;
    return { text, data: await requireUser(call, shop) };
  },
};

const makeStaffVerb: Verb = {
  name: 'user make-staff',
  takes: ['WHO'],
  summary: 'Make an account one of the staff.',
  changes: true,
  opens: 'shop',
  run: async (call, shop) => {
    const { id, email } = await requireUser(call, shop);
    const isNew = await makeStaff(shop.deps.db, id);
    const text = isNew ? `${email} is of the staff now.` : `${email} was of the staff already.`;
    return { text, data: await requireUser(call, shop) };
  },
};

const resetPassword: Verb = {
  name: 'user reset-password',
  takes: ['WHO'],
  summary: 'Mail an account the link to set a new password; the password it has stays until then.',
  changes: true,
  opens: 'shop',
  run: async (call, shop) => {
    const { email } = await requireUser(call, shop);
    await requestReset(shop.deps, email);
    return { text: `The link is on its way to ${email}.`, data: await requireUser(call, shop) };
  },
};

export const userVerbs: readonly Verb[] = [list, show, activate, makeStaffVerb, resetPassword];

function rowOf({ email, username, name, activated_at, deleted_at, is_staff, orders, created_at }: CustomerSummary) {
  const state = deleted_at ? 'deleted' : activated_at ? 'active' : 'not activated';
  return {
    email,
    username: username ?? '',
    name,
    state,
    staff: is_staff ? 'staff' : '',
    orders,
    opened: time(created_at),
  };
}

async function requireUser({ words }: Call, { deps }: OpenShop): Promise<CustomerSummary> {
  return requireCustomerSummary(deps.db, words[0]!).catch((error: unknown) => {
    throw error instanceof Refusal ? new Failure(`There is no account ${words[0]}.`) : error;
  });
}
