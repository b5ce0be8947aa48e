import type { Handlers } from '../http/bind.ts';
import type { Deps } from '../deps.ts';
import { words } from '../words.ts';
import { activate } from './activate.ts';
import { findCustomerByEmail, profileOf } from './customers.ts';
import { pretendToMailLink } from './links.ts';
import { listActivity } from './list-activity.ts';
import { mayMail } from './may-mail.ts';
import { mailActivation, register } from './register.ts';
import { saveProfile } from './save-profile.ts';

type Names = 'register' | 'activate' | 'resendActivation' | 'saveProfile' | 'listActivity';

export function accountHandlers(deps: Deps): Pick<Handlers, Names> {
  return {
    register: async ({ body, locale, from }) => {
      await register(deps, body, { locale, from });
      return { message: words(locale)('server.said.registered') };
    },
    activate: async ({ body, from }) => ({ email: await activate(deps.db, body.token, from) }),
    resendActivation: async ({ body, locale }) => {
      await resendActivation(deps, body.email);
      return { message: words(locale)('server.said.linkSent') };
    },
    listActivity: ({ query, caller }) => listActivity(deps.db, caller.customerId, query),
    saveProfile: async ({ body, caller, from }) => ({
      ...profileOf(await saveProfile(deps, { customerId: caller.customerId, from }, body)),
      providerId: caller.providerId,
    }),
  };
}

/** Mails a new activation link to an address whose account still waits for one. */
async function resendActivation(deps: Deps, email: string): Promise<void> {
  if (!(await mayMail(deps, email))) return;
  await deps.db.transaction(async (tx) => {
    const owner = await findCustomerByEmail(tx, email);
    await (owner && !owner.activatedAt ? mailActivation(tx, deps, owner) : pretendToMailLink(tx, deps));
  });
}
