import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import type { Deps } from '../context.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { getTranslator } from '../translations.ts';
import { profileOf } from './customers.ts';
import { listActivity, saveProfile } from './profile.ts';
import { register, resendActivation } from './registration.ts';
import { registrationCookie } from './auth-cookies.ts';

type AccountEndpoints = 'register' | 'resendActivation' | 'saveProfile' | 'listActivity';

export function accountHandlers(deps: Deps): Pick<Handlers, AccountEndpoints> {
  const cookie = registrationCookie(deps.publicUrl);
  return {
    register: async ({ body, locale, client, cookies }) => {
      const secret = cookie.secret(cookies) ?? newSecret();
      await register(deps, body, { locale, client, cookieHash: hashSecret(secret) });
      const message = getTranslator(locale)('server.confirmations.registered');
      return new ResponseWith({ message }, { cookies: [cookie.set(secret)] });
    },
    resendActivation: async ({ body, locale, client }) => {
      await resendActivation(deps, body.email, client);
      return { message: getTranslator(locale)('server.confirmations.linkSent') };
    },
    listActivity: ({ query, principal }) => listActivity(deps.db, principal.customerId, query),
    saveProfile: async ({ body, principal, client }) => ({
      ...profileOf(await saveProfile(deps, { customerId: principal.customerId, client }, body)),
      providerId: principal.providerId,
    }),
  };
}
