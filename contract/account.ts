import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { profile } from './sessions.ts';
import { line, locale } from './shapes.ts';

const photoURL = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s"'<>\\]+$/, 'https'));

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
  }),
  answer: profile,
  answers: 200,
  refusals: [],
});
