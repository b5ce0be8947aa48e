import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { locale } from './schemas.ts';

const kind = z.string().check(z.regex(/^[a-z_]{1,40}$/));

export const listEmailKinds = endpoint('listEmailKinds', {
  summary: 'Every kind of email that the shop sends, each with the subject of its example.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'read',
  query: z.object({ locale: z.optional(locale) }),
  response: z.object({ rows: z.array(z.object({ kind: z.string(), subject: z.string() })) }),
  status: 200,
  errors: [],
});

export const previewEmail = endpoint('previewEmail', {
  summary: 'The example of a kind of email as text, and the path of its HTML, which works for ten minutes.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'read',
  params: z.object({ kind }),
  query: z.object({ locale: z.optional(locale) }),
  response: z.object({ subject: z.string(), text: z.string(), path: z.string() }),
  status: 200,
  errors: ['not_found'],
});

export const sendEmailExample = endpoint('sendEmailExample', {
  summary: 'Send the example of a kind of email to yourself.',
  tag: 'Back office',
  access: 'staff',
  permission: 'settings.write',
  rateLimit: 'write',
  body: z.object({ kind, locale }),
  response: z.object({ to: z.string() }),
  status: 200,
  errors: ['not_found'],
});
