import type { Handlers } from '../http/bind.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../refuse.ts';
import { words } from '../words.ts';
import { activate } from './activate.ts';
import { findCustomerByEmail, profileOf } from './customers.ts';
import { mailActivation, register } from './register.ts';
import { saveProfile } from './save-profile.ts';

type Names =
  | 'register'
  | 'activate'
  | 'resendActivation'
  | 'saveProfile'
  | 'changePassword'
  | 'changeEmail'
  | 'confirmEmail'
  | 'listActivity'
  | 'exportAccount'
  | 'deleteAccount'
  | 'revokeOtherSessions';

export function accountHandlers(deps: Deps): Pick<Handlers, Names> {
  return {
    register: async ({ body, locale }) => {
      await register(deps, body, locale);
      return { message: words(locale)('server.said.registered') };
    },
    activate: async ({ body }) => ({ email: await activate(deps.db, body.token) }),
    resendActivation: async ({ body, locale }) => {
      await deps.db.transaction(async (tx) => {
        const owner = await findCustomerByEmail(tx, body.email);
        if (owner && !owner.activatedAt) await mailActivation(tx, deps, owner);
      });
      return { message: words(locale)('server.said.linkSent') };
    },
    changePassword: async () => refuse('not_found'),
    changeEmail: async () => refuse('not_found'),
    confirmEmail: async () => refuse('not_found'),
    listActivity: async () => refuse('not_found'),
    exportAccount: async () => refuse('not_found'),
    deleteAccount: async () => refuse('not_found'),
    revokeOtherSessions: async () => refuse('not_found'),
    saveProfile: async ({ body, caller }) => ({
      ...profileOf(await saveProfile(deps.db, caller.customerId, body)),
      providerId: caller.providerId,
    }),
  };
}
