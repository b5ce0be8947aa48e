import * as z from 'zod/mini';
import { MAX_PAGE_BODY, MAX_PAGE_TITLE } from '#domain/shop-page.ts';
import { pageContent, pageSlug } from './content.ts';
import { endpoint } from './endpoint.ts';
import { locale, optionalLine, optionalText, rowVersion, timestamp } from './schemas.ts';

const state = z.enum(['default', 'unwritten', 'draft', 'published', 'changed', 'unpublished']);

const row = {
  slug: z.string(),
  /** Where readers find it. */
  path: z.string(),
  title: z.string(),
  state,
  /** The newest version; 0 before the first. */
  version: rowVersion,
  actor: z.nullable(z.string()),
  at: z.nullable(timestamp),
};

const version = { version: rowVersion, status: z.string(), actor: z.string(), at: timestamp };

/** A `PageContent`, or null where nothing is written. */
const content = z.nullable(z.unknown());

export const listPages = endpoint('listPages', {
  summary: 'The pages of text: those that every shop has, and those that booksellers made.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'read',
  response: z.object({ rows: z.array(z.object(row)) }),
  status: 200,
  errors: [],
});
export type PageRow = z.output<typeof listPages.response>['rows'][number];

export const getPage = endpoint('getPage', {
  summary: 'A page of text as it is worked on, with its newest versions.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'read',
  params: z.object({ slug: pageSlug }),
  response: z.object({ ...row, content, versions: z.array(z.object(version)) }),
  status: 200,
  errors: ['not_found'],
});

export const getPageVersion = endpoint('getPageVersion', {
  summary: 'One version of a page of text as it was written.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'read',
  params: z.object({ slug: pageSlug, version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1)) }),
  response: z.object({ ...version, content }),
  status: 200,
  errors: ['not_found'],
});

const edit = { slug: pageSlug, version: rowVersion };
const saved = z.object({ version: rowVersion });

export const savePage = endpoint('savePage', {
  summary: 'Keep a page of text as a draft, or publish it; a version of 0 makes a new one.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'write',
  body: z.object({ ...edit, content: pageContent, publish: z.boolean() }),
  response: saved,
  status: 200,
  errors: ['edited_meanwhile', 'too_many'],
});

export const unpublishPage = endpoint('unpublishPage', {
  summary: 'Take a page of text from readers; what is written is kept.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'write',
  body: z.object(edit),
  response: saved,
  status: 200,
  errors: ['edited_meanwhile', 'not_found'],
});

export const previewPage = endpoint('previewPage', {
  summary: 'What readers of a language would see of a text, and what of it cannot be shown.',
  tag: 'Back office',
  access: 'staff',
  permission: 'content.write',
  rateLimit: 'read',
  body: z.object({ locale, title: optionalLine(MAX_PAGE_TITLE), body: optionalText(MAX_PAGE_BODY) }),
  response: z.object({
    /** A `TextBlock[]`. */
    blocks: z.array(z.unknown()),
    facts: z.record(z.string(), z.string()),
    mistakes: z.array(z.string()),
  }),
  status: 200,
  errors: [],
});
