import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MOST_STARRED, profile } from './sessions.ts';
import { limit, line, locale, page, pageOf, timestamp } from './shapes.ts';

export const photoURL = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s"'<>\\]+$/, 'https'));

export const saveProfile = endpoint({
  method: 'POST',
  path: '/customer/profile',
  summary: "Change the customer's own profile; only the listed fields change.",
  tag: 'Account',
  access: 'customer',
  limit: 'write',
  body: z.object({
    displayName: z.optional(line(100)),
    photoURL: z.optional(z.nullable(photoURL)),
    phone: z.optional(z.nullable(z.union([z.literal(''), line(30)]))),
    locale: z.optional(locale),
    theme: z.optional(z.enum(['light', 'dark', 'system'])),
    userRole: z.optional(z.enum(['admin', 'editor'])),
    marketing: z.optional(z.boolean()),
    starred: z.optional(
      z.array(z.string().check(z.maxLength(200), z.regex(/^\/[a-z0-9/-]*$/))).check(z.maxLength(MOST_STARRED)),
    ),
  }),
  answer: profile,
  answers: 200,
  refusals: [],
});

/** What the customer's trail tells of an account; orders and tickets tell of themselves. */
export const ACTIVITY_EVENTS = [
  'registered',
  'activated',
  'signed_in',
  'sign_in_failed',
  'password_refused',
  'signed_out',
  'session_ended',
  'token_reused',
  'cookie_missing',
  'reset_asked',
  'password_reset',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'provider_joined',
  'profile_changed',
  'role_changed',
  'data_exported',
] as const;

const activity = z.object({
  at: timestamp,
  event: z.enum(ACTIVITY_EVENTS),
  by: z.enum(['customer', 'staff']),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type Activity = z.output<typeof activity>;

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/account/activity',
  summary: 'What happened to this account, newest first.',
  tag: 'Account',
  access: 'customer',
  limit: 'none',
  query: z.object({ page, limit }),
  answer: pageOf(activity),
  answers: 200,
  refusals: [],
});

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export',
  summary: 'Everything that is stored of this customer.',
  tag: 'Account',
  access: 'customer',
  limit: 'write',
  answer: z.record(z.string(), z.unknown()),
  answers: 200,
  refusals: [],
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  summary:
    'Delete the account. A wrong password is refused at its field; orders stay for accounting, without the name.',
  tag: 'Account',
  access: 'customer',
  limit: 'sign-in',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  answers: 204,
  refusals: ['too_many_attempts'],
});
