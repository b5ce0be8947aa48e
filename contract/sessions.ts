import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { byId, locale, resourceId, secretToken, timestamp } from './schemas.ts';
import {
  activateBody,
  changePasswordBody,
  resendActivationBody,
  logInBody,
  forgotPasswordBody,
  registerBody,
  resetPasswordBody,
  changeEmailBody,
} from './session-forms.ts';

/** A customer as the storefront knows them (the specification's user profile). */
export const profile = z.object({
  uid: resourceId,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.nullable(z.string()),
  /** The path of the uploaded picture; `-96.webp` and `-256.webp` behind it are its files. */
  picture: z.nullable(z.string()),
  providerId: z.string(),
  userRole: z.enum(['admin', 'editor']),
  phone: z.nullable(z.string()),
  locale,
  theme: z.enum(['light', 'dark', 'system']),
  /** Whether emails invite the customer to review what was delivered. */
  reviewInvitations: z.boolean(),
  /** Pages of the customer area that the customer starred. */
  starred: z.array(z.string()),
  /** False for a customer who only signs in by the provider. */
  hasPassword: z.boolean(),
});
export type Profile = z.output<typeof profile>;

const sessionTimes = { token_expires_at: timestamp, expires_at: timestamp };
export const signedIn = z.extend(profile, { api_token: z.string(), ...sessionTimes });
const messageResponse = z.object({ message: z.string() });

export const logIn = endpoint('logIn', {
  summary:
    'Sign in with username or e-mail and password. Who has a second step is asked for a code (`code_required`): send it with both.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'sign-in',
  body: logInBody,
  response: signedIn,
  status: 200,
  errors: ['wrong_credentials', 'not_activated', 'too_many_attempts', 'code_required', 'code_wrong'],
});

export const register = endpoint('register', {
  summary: 'Open an account. An activation link is mailed; a taken address gets the same answer.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'register',
  body: registerBody,
  response: messageResponse,
  status: 200,
  errors: [],
});

export const activate = endpoint('activate', {
  summary:
    'Activate an account by the mailed link (single use, 24 hours). Without the cookie of the browser that registered it ' +
    'takes a password, which becomes the account’s; with it, and without a bearer token, it signs in.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'mail-link',
  body: activateBody,
  response: z.object({ email: z.string(), session: z.optional(signedIn) }),
  status: 200,
  errors: ['link_expired'],
});

export const resendActivation = endpoint('resendActivation', {
  summary: 'Mail a new activation link. The answer is always the same.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'mail-link',
  body: resendActivationBody,
  response: messageResponse,
  status: 200,
  errors: [],
});

export const forgotPassword = endpoint('forgotPassword', {
  summary: 'Mail a link to set a new password. The answer is always the same.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'forgot-password',
  body: forgotPasswordBody,
  response: messageResponse,
  status: 200,
  errors: [],
});

export const resetPassword = endpoint('resetPassword', {
  summary: 'Set a new password by a mailed link (single use, 1 hour). Ends every session.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'mail-link',
  body: resetPasswordBody,
  response: z.object({ email: z.string() }),
  status: 200,
  errors: ['link_expired'],
});

export const changePassword = endpoint('changePassword', {
  summary: 'Set another password. A wrong current one is refused at its field. Ends the other sessions.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'sign-in',
  body: changePasswordBody,
  status: 204,
  errors: ['too_many_attempts', 'proof_required'],
});

export const changeEmail = endpoint('changeEmail', {
  summary:
    'Mail a link to the new address; the address changes once that link is spent. The answer is always the same.',
  tag: 'Sessions',
  access: 'customer',
  needsProof: true,
  rateLimit: 'mail-link',
  body: changeEmailBody,
  response: messageResponse,
  status: 200,
  errors: [],
});

export const confirmEmail = endpoint('confirmEmail', {
  summary: 'Spend the link to a new address (single use, 1 hour).',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'mail-link',
  body: z.object({ token: secretToken }),
  response: z.object({ email: z.string() }),
  status: 200,
  errors: ['link_expired', 'email_taken'],
});

export const refreshToken = endpoint('refreshToken', {
  summary: "Exchange the session's newest access token, expired or not, for a fresh one.",
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'refresh',
  body: z.object({ accessToken: z.string().check(z.minLength(1), z.maxLength(128)) }),
  response: z.object({ accessToken: z.string(), ...sessionTimes }),
  status: 200,
  errors: ['session_ended'],
});

export const logOut = endpoint('logOut', {
  summary: 'End this session.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'none',
  status: 204,
  errors: [],
});

export const whoAmI = endpoint('whoAmI', {
  summary: 'The signed-in customer and the ends of token and session.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'read',
  response: z.extend(profile, sessionTimes),
  status: 200,
  errors: [],
});

export const listSessions = endpoint('listSessions', {
  summary: 'Where this customer is signed in.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'read',
  response: z.object({
    items: z.array(
      z.object({
        id: resourceId,
        current: z.boolean(),
        created_at: timestamp,
        last_seen_at: timestamp,
        user_agent: z.string(),
        ip: z.string(),
      }),
    ),
  }),
  status: 200,
  errors: [],
});

export const revokeSession = endpoint('revokeSession', {
  summary: 'End one session of this customer.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});

export const revokeOtherSessions = endpoint('revokeOtherSessions', {
  summary: 'End every session of this customer but this one.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'write',
  status: 204,
  errors: [],
});

/** Specification §7.3. */
export const PROVIDER_SCOPES = 'openid profile email';

/** The identity provider's settings for the browser; sent at run time, never built in. */
const identityProvider = z.object({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.literal(PROVIDER_SCOPES),
});
export type IdentityProviderInfo = z.output<typeof identityProvider>;

const providerToken = z.string().check(z.minLength(1), z.maxLength(20_000));

export const getIdentityProvider = endpoint('getIdentityProvider', {
  summary: 'The identity provider to sign in with, if there is one.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'none',
  response: z.object({ provider: z.nullable(identityProvider) }),
  status: 200,
  errors: [],
});

export const logInByProvider = endpoint('logInByProvider', {
  summary:
    "Sign in with the identity provider's ID token and the nonce that it was asked for with; each is taken once. " +
    'Where the ID token carries no e-mail, the access token asks the provider for it.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'sign-in',
  body: z.object({
    idToken: providerToken,
    nonce: z.string().check(z.minLength(1), z.maxLength(255)),
    accessToken: z.optional(providerToken),
  }),
  response: signedIn,
  status: 200,
  errors: ['provider_rejected', 'provider_unreachable', 'email_taken'],
});
