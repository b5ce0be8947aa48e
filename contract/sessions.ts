import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { byId, emailAddress, line, locale, opaqueId, secretToken, timestamp } from './shapes.ts';

const newPassword = z.string().check(
  z.minLength(8, 'password_short'),
  z.maxLength(128, 'password_long'),
  z.refine((value) => !value.includes('\0') && value.isWellFormed(), 'plain_text'),
);

const username = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9._-]{2,39}$/, 'username'));
/** An empty field of a form. */
const noUsername = z.pipe(
  z.literal(''),
  z.transform(() => undefined),
);

const twoPasswords = { password: newPassword, confirmPassword: z.string().check(z.maxLength(1024)) };
const heldPassword = z.string().check(z.minLength(1), z.maxLength(1024));
const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  {
    path: ['confirmPassword'],
    error: 'password_mismatch',
  },
);

/** Specification, section 9: the limit of starred pages. */
export const MOST_STARRED = 10;

/** A customer as the storefront knows them (the specification's user profile). */
export const profile = z.object({
  uid: opaqueId,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.nullable(z.string()),
  providerId: z.string(),
  userRole: z.enum(['admin', 'editor']),
  phone: z.nullable(z.string()),
  locale,
  theme: z.enum(['light', 'dark', 'system']),
  marketing: z.boolean(),
  /** Pages of the customer area that the customer starred. */
  starred: z.array(z.string()),
  /** False for a customer who only signs in by the provider. */
  hasPassword: z.boolean(),
});
export type Profile = z.output<typeof profile>;

const sessionTimes = { token_expires_at: timestamp, expires_at: timestamp };
export const signedIn = z.extend(profile, { api_token: z.string(), ...sessionTimes });
const said = z.object({ message: z.string() });

export const logIn = endpoint({
  method: 'POST',
  path: '/customer/auth/login',
  summary: 'Sign in with username or e-mail and password.',
  tag: 'Sessions',
  access: 'guest',
  limit: 'sign-in',
  body: z.object({
    username: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    password: heldPassword,
  }),
  answer: signedIn,
  answers: 200,
  refusals: ['wrong_credentials', 'not_activated', 'too_many_attempts'],
});

export const register = endpoint({
  method: 'POST',
  path: '/customer/auth/register',
  summary: 'Open an account. An activation link is mailed; a taken address gets the same answer.',
  tag: 'Sessions',
  access: 'guest',
  limit: 'register',
  body: z
    .object({
      displayName: line(100),
      email: emailAddress,
      username: z.optional(z.union([noUsername, username])),
      ...twoPasswords,
      locale: z.optional(locale),
    })
    .check(samePasswords),
  answer: said,
  answers: 200,
  refusals: [],
});

export const activate = endpoint({
  method: 'POST',
  path: '/api/auth/activate',
  summary: 'Spend an activation link (single use, 24 hours).',
  tag: 'Sessions',
  access: 'guest',
  limit: 'mail-link',
  body: z.object({ token: secretToken }),
  answer: z.object({ email: z.string() }),
  answers: 200,
  refusals: ['link_expired'],
});

export const resendActivation = endpoint({
  method: 'POST',
  path: '/api/auth/resend-activation',
  summary: 'Mail a new activation link. The answer is always the same.',
  tag: 'Sessions',
  access: 'guest',
  limit: 'mail-link',
  body: z.object({ email: emailAddress }),
  answer: said,
  answers: 200,
  refusals: [],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mail a link to set a new password. The answer is always the same.',
  tag: 'Sessions',
  access: 'guest',
  limit: 'forgot-password',
  body: z.object({ email: emailAddress }),
  answer: said,
  answers: 200,
  refusals: [],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password by a mailed link (single use, 1 hour). Ends every session.',
  tag: 'Sessions',
  access: 'guest',
  limit: 'mail-link',
  body: z.object({ token: secretToken, ...twoPasswords }).check(samePasswords),
  answer: z.object({ email: z.string() }),
  answers: 200,
  refusals: ['link_expired'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Set another password. A wrong current one is refused at its field. Ends the other sessions.',
  tag: 'Sessions',
  access: 'customer',
  limit: 'sign-in',
  body: z.object({ currentPassword: heldPassword, ...twoPasswords }).check(samePasswords),
  answers: 204,
  refusals: ['too_many_attempts'],
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  summary:
    'Mail a link to the new address; the address changes once that link is spent. The answer is always the same.',
  tag: 'Sessions',
  access: 'customer',
  limit: 'mail-link',
  body: z.object({ email: emailAddress, password: heldPassword }),
  answer: said,
  answers: 200,
  refusals: ['too_many_attempts'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary: 'Spend the link to a new address (single use, 1 hour).',
  tag: 'Sessions',
  access: 'guest',
  limit: 'mail-link',
  body: z.object({ token: secretToken }),
  answer: z.object({ email: z.string() }),
  answers: 200,
  refusals: ['link_expired', 'email_taken'],
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-token',
  summary: "Exchange the session's newest access token, expired or not, for a fresh one.",
  tag: 'Sessions',
  access: 'guest',
  limit: 'refresh',
  body: z.object({ accessToken: z.string().check(z.minLength(1), z.maxLength(128)) }),
  answer: z.object({ accessToken: z.string(), ...sessionTimes }),
  answers: 200,
  refusals: ['session_ended'],
});

export const logOut = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session.',
  tag: 'Sessions',
  access: 'customer',
  limit: 'none',
  answers: 204,
  refusals: [],
});

export const whoAmI = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in customer and the ends of token and session.',
  tag: 'Sessions',
  access: 'customer',
  limit: 'none',
  answer: z.extend(profile, sessionTimes),
  answers: 200,
  refusals: [],
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Where this customer is signed in.',
  tag: 'Sessions',
  access: 'customer',
  limit: 'none',
  answer: z.object({
    items: z.array(
      z.object({
        id: opaqueId,
        current: z.boolean(),
        created_at: timestamp,
        last_seen_at: timestamp,
        user_agent: z.string(),
        ip: z.string(),
      }),
    ),
  }),
  answers: 200,
  refusals: [],
});

export const revokeSession = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/revoke',
  summary: 'End one session of this customer.',
  tag: 'Sessions',
  access: 'customer',
  limit: 'write',
  body: byId,
  answers: 204,
  refusals: ['not_found'],
});

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/revoke-others',
  summary: 'End every session of this customer but this one.',
  tag: 'Sessions',
  access: 'customer',
  limit: 'write',
  answers: 204,
  refusals: [],
});
