import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { homeContent } from './home.ts';
import { timestamp } from './schemas.ts';

/** The version that was published last; 0 before the first. */
const version = z.int().check(z.minimum(0));

export const getHomeContent = endpoint('getHomeContent', {
  summary: 'The home page as it was published last; without content it is automatic.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'read',
  response: z.object({
    version,
    /** A `HomeContent`. */
    content: z.nullable(z.unknown()),
    actor: z.nullable(z.string()),
    published_at: z.nullable(timestamp),
  }),
  status: 200,
  errors: [],
});

export const publishHomeContent = endpoint('publishHomeContent', {
  summary: 'Publish the home page, or with null the automatic one; sections with a later first day wait for it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'write',
  body: z.object({ version, content: z.nullable(homeContent) }),
  response: z.object({ version }),
  status: 200,
  errors: ['edited_meanwhile'],
});

/** The most titles of a lookup. */
export const MAX_LOOKED_UP_ISBNS = 200;

export const findContentTitles = endpoint('findContentTitles', {
  summary: 'The titles with these ISBNs, separated by commas; those that are not for sale are missing.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'read',
  query: z.object({ isbns: z._default(z.string().check(z.maxLength(MAX_LOOKED_UP_ISBNS * 14)), '') }),
  response: z.object({ titles: z.array(z.object({ isbn: z.string(), title: z.string() })) }),
  status: 200,
  errors: [],
});
