import type { FastifyInstance } from 'fastify';
import type { Profile } from '#contract/sessions.ts';
import { PICTURE_SIZES } from '#domain/picture.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import type { Deps, Principal } from '../context.ts';
import { rateLimitSubject } from '../limits.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { getTranslator } from '../translations.ts';
import { PICTURES, profileOf, type Customer } from './customers.ts';
import { PICTURE_TYPE } from '../photos/encode-square.ts';
import { findOwnPicture, removePicture, savePicture } from './picture.ts';
import { listActivity, saveProfile } from './profile.ts';
import { register, resendActivation } from './registration.ts';
import { registrationCookie, sessionBindingCookie } from './auth-cookies.ts';

type AccountEndpoints =
  | 'register'
  | 'resendActivation'
  | 'saveProfile'
  | 'savePicture'
  | 'removePicture'
  | 'listActivity';

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
    saveProfile: async ({ body, principal, client }) =>
      ownProfile(await saveProfile(deps, { customerId: principal.customerId, client }, body), principal),
    savePicture: async ({ body, principal, client }) =>
      ownProfile(await savePicture(deps, { customerId: principal.customerId, client }, body), principal),
    removePicture: async ({ principal, client }) =>
      ownProfile(await removePicture(deps, { customerId: principal.customerId, client }), principal),
  };
}

/** The profile, with what the customer signed in with. */
function ownProfile(owner: Customer, { providerId }: Principal): Profile {
  return { ...profileOf(owner), providerId };
}

const PICTURE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d+)\.webp$/;

/** The files of pictures: their owners' browsers get them, and keep them; to everybody else there is no such file. */
export function registerPictureRoute(app: FastifyInstance, deps: Deps): void {
  const cookie = sessionBindingCookie(deps.publicUrl);
  app.get<{ Params: { name: string } }>(`${PICTURES}:name`, async ({ params, cookies, ip }, reply) => {
    const [, id, side] = PICTURE.exec(params.name) ?? [];
    const size = PICTURE_SIZES.find((one) => String(one) === side);
    const cookieHash = cookie.hash(cookies);
    if (!id || !size || !cookieHash) return throwApiError('not_found');
    await deps.consumeRateLimit('browse', rateLimitSubject(ip));
    const contents = requireFound(await findOwnPicture(deps, { id, size, cookieHash }));
    return reply.header('Cache-Control', 'private, max-age=604800, immutable').type(PICTURE_TYPE).send(contents);
  });
}
