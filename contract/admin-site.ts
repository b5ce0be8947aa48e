import * as z from 'zod/mini';
import { announcements, menus } from './content.ts';
import { endpoint } from './endpoint.ts';
import { rowVersion, timestamp } from './schemas.ts';

const written = { version: rowVersion, actor: z.nullable(z.string()), at: z.nullable(timestamp) };
const saved = z.object({ version: rowVersion });

export const getAnnouncements = endpoint('getAnnouncements', {
  summary: 'The planned announcements.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'read',
  /** `content`: an `Announcements`. */
  response: z.object({ ...written, content: z.unknown() }),
  status: 200,
  errors: [],
});

export const publishAnnouncements = endpoint('publishAnnouncements', {
  summary: 'Plan announcements, each from a day to a day; there is one of a day at most.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'write',
  body: z.object({ version: rowVersion, content: announcements }),
  response: saved,
  status: 200,
  errors: ['edited_meanwhile'],
});

export const getMenus = endpoint('getMenus', {
  summary: 'The menus of header and footer; without content those of every shop.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'read',
  /** `content`: a `Menus`. */
  response: z.object({ ...written, content: z.nullable(z.unknown()) }),
  status: 200,
  errors: [],
});

export const publishMenus = endpoint('publishMenus', {
  summary: 'Publish the menus of header and footer, or with null those of every shop.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'write',
  body: z.object({ version: rowVersion, content: z.nullable(menus) }),
  response: saved,
  status: 200,
  errors: ['edited_meanwhile'],
});
