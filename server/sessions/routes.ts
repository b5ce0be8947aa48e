import { profileOf, requireCustomer } from '../accounts/customers.ts';
import type { Deps } from '../context.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { requestEmailChange, confirmEmailChange } from './change-email.ts';
import { changePassword, requestPasswordReset, resetPassword } from './change-password.ts';
import { logInCookies, sessionBindingCookie, registrationCookie } from '../accounts/auth-cookies.ts';
import { listSessions, logOut, revokeOtherSessions, revokeSession, type SignedIn } from './sessions.ts';
import { throwApiError } from '../api-error.ts';
import { findSecondStep } from '../credentials/second-step.ts';
import { startAuthentication } from '../credentials/webauthn.ts';
import { logInByPasskey } from './log-in-by-passkey.ts';
import { activateAndLogIn, logIn, logInByProvider } from './log-in.ts';
import { proveIdentity, startProof } from './prove-identity.ts';
import { refreshSession } from './refresh-session.ts';
import { getTranslator } from '../translations.ts';

type SessionEndpoints =
  | 'logIn'
  | 'refreshToken'
  | 'logOut'
  | 'whoAmI'
  | 'listSessions'
  | 'revokeSession'
  | 'forgotPassword'
  | 'resetPassword'
  | 'changePassword'
  | 'changeEmail'
  | 'confirmEmail'
  | 'revokeOtherSessions';

export function sessionHandlers(deps: Deps): Pick<Handlers, SessionEndpoints> {
  const { db } = deps;
  const cookie = sessionBindingCookie(deps.publicUrl);
  const signIn = logInCookies(deps.publicUrl);
  return {
    logIn: async ({ body, client, cookies }) => {
      const browser = signIn.clientOf(client, cookies);
      const signedIn = await logIn(deps, body, browser);
      return new ResponseWith(logInResponse(signedIn, 'password'), { cookies: signIn.set(signedIn.session, browser) });
    },
    forgotPassword: async ({ body, locale, client }) => {
      await requestPasswordReset(deps, body.email, client);
      return { message: getTranslator(locale)('server.confirmations.linkSent') };
    },
    resetPassword: async ({ body, locale, client }) => ({
      email: await resetPassword(deps, { ...body, locale, client }),
    }),
    changePassword: async ({ body, cookies, ...request }) => {
      const { isProven, customerId } = request.principal;
      // The current password in the form is no proof where there is a second step.
      if (!isProven && (await findSecondStep(db, customerId))) throwApiError('proof_required');
      await changePassword(deps, { ...request, cookieHash: cookie.hash(cookies) }, body);
    },
    changeEmail: async ({ body, principal, client, locale }) => {
      await requestEmailChange(deps, principal.customerId, { newEmail: body.email, client });
      return { message: getTranslator(locale)('server.confirmations.newAddress') };
    },
    confirmEmail: async ({ body, client }) => ({ email: await confirmEmailChange(deps, body.token, client) }),
    refreshToken: async ({ body, cookies, client }) => {
      const refreshed = await refreshSession(deps, {
        token: body.accessToken,
        cookieHash: cookie.hash(cookies),
        client,
      });
      const secret = cookie.secret(cookies);
      const response = {
        accessToken: refreshed.token,
        token_expires_at: refreshed.expiresAt.toISOString(),
        expires_at: refreshed.sessionEndsAt.toISOString(),
      };
      return new ResponseWith(response, { cookies: secret && refreshed.hasCookie ? [cookie.set(secret)] : [] });
    },
    logOut: async ({ principal, client }) => {
      await logOut(db, principal, client);
      return new ResponseWith(undefined, { headers: { 'Clear-Site-Data': '"cache"' }, cookies: [cookie.clear()] });
    },
    whoAmI: async ({ principal }) => ({
      ...profileOf(await requireCustomer(db, principal.customerId)),
      providerId: principal.providerId,
      token_expires_at: principal.tokenExpiresAt.toISOString(),
      expires_at: principal.sessionExpiresAt.toISOString(),
    }),
    listSessions: async ({ principal }) => ({ items: await listSessions(db, principal) }),
    revokeSession: ({ body, principal, client }) => revokeSession(db, { id: body.id, principal }, client),
    revokeOtherSessions: ({ principal, client }) => revokeOtherSessions(db, principal, client),
  };
}

/** Proofs of identity, for what a stolen session must not be able to do. */
export function proofHandlers(deps: Deps): Pick<Handlers, 'startProof' | 'proveIdentity'> {
  const cookie = sessionBindingCookie(deps.publicUrl);
  return {
    startProof: ({ principal }) => startProof(deps, principal.customerId),
    proveIdentity: ({ body, cookies, ...request }) =>
      proveIdentity(deps, { ...request, cookieHash: cookie.hash(cookies) }, body),
  };
}

/** Sign-in by the identity provider, which starts ordinary sessions. */
export function providerHandlers(deps: Deps): Pick<Handlers, 'getIdentityProvider' | 'logInByProvider'> {
  const signIn = logInCookies(deps.publicUrl);
  return {
    getIdentityProvider: async () => ({ provider: deps.identityProvider?.info ?? null }),
    logInByProvider: async ({ body, client: info, locale, cookies }) => {
      const client = signIn.clientOf(info, cookies);
      const signedIn = await logInByProvider(deps, body, { client, locale });
      const response = logInResponse(signedIn, deps.identityProvider!.info.name);
      return new ResponseWith(response, { cookies: signIn.set(signedIn.session, client) });
    },
  };
}

/** Sign-in by a passkey, which starts ordinary sessions. */
export function passkeyHandlers(deps: Deps): Pick<Handlers, 'startPasskeyLogIn' | 'logInByPasskey'> {
  const signIn = logInCookies(deps.publicUrl);
  return {
    startPasskeyLogIn: () => startAuthentication(deps.db, deps, { purpose: 'sign_in' }),
    logInByPasskey: async ({ body, client: info, cookies }) => {
      const client = signIn.clientOf(info, cookies);
      const signedIn = await logInByPasskey(deps, body.response, client);
      return new ResponseWith(logInResponse(signedIn, 'password'), { cookies: signIn.set(signedIn.session, client) });
    },
  };
}

/** The activation link, which also signs in the browser that registered the account. */
export function activationHandlers(deps: Deps): Pick<Handlers, 'activate'> {
  const signIn = logInCookies(deps.publicUrl);
  const registration = registrationCookie(deps.publicUrl);
  return {
    activate: async ({ body, principal, locale, client: info, cookies }) => {
      const client = signIn.clientOf(info, cookies);
      const browser = { client, principal, registrationHash: registration.hash(cookies) };
      const { owner, session } = await activateAndLogIn(deps, { ...body, locale }, browser);
      const response = {
        email: owner.email,
        ...(session && { session: logInResponse({ owner, session }, 'password') }),
      };
      const bound = session ? signIn.set(session, client) : [];
      return new ResponseWith(response, { cookies: [registration.clear(), ...bound] });
    },
  };
}

/** The response to every way of signing in; `providerId` is `password` or the provider's name. */
export function logInResponse({ owner, session }: SignedIn, providerId: string) {
  return {
    ...profileOf(owner),
    providerId,
    api_token: session.token,
    token_expires_at: session.expiresAt.toISOString(),
    expires_at: session.sessionEndsAt.toISOString(),
  };
}
