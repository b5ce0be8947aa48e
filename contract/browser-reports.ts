import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What reports: the pages of the public shop, and the apps. */
export const BROWSER_AREAS = ['shop', 'customer', 'back-office'] as const;
export type BrowserArea = (typeof BROWSER_AREAS)[number];

/**
 * `error`: a script failed; `rejection`: a promise that nobody waited for; `render`: a page that could not be shown; `chunk`: a
 * script that did not come.
 */
export const BROWSER_ERROR_KINDS = ['error', 'rejection', 'render', 'chunk'] as const;

/** Largest contentful paint, interaction to next paint and time to first byte, in milliseconds; cumulative layout shift. */
export const VITAL_NAMES = ['LCP', 'INP', 'TTFB', 'CLS'] as const;

/** What a browser sends at once. */
export const MAX_BROWSER_REPORTS = 20;

/** The kind of a page: the first part of its path below the area or the language, never an id. */
const page = z.string().check(z.maxLength(40), z.regex(/^[a-z-]*$/));

const vital = z.object({
  type: z.literal('vital'),
  name: z.enum(VITAL_NAMES),
  value: z.number().check(z.minimum(0), z.maximum(3_600_000)),
  page,
});

const error = z.object({
  type: z.literal('error'),
  kind: z.enum(BROWSER_ERROR_KINDS),
  message: z.string().check(z.maxLength(500)),
  stack: z.optional(z.string().check(z.maxLength(4000))),
  page,
});

export type BrowserReport = z.output<typeof vital> | z.output<typeof error>;

export const reportFromBrowser = endpoint('reportFromBrowser', {
  summary:
    'Takes what went wrong in a page, and how fast it was. Nothing is stored but counts and, without personal data, a log.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'report',
  body: z.object({
    area: z.enum(BROWSER_AREAS),
    reports: z
      .array(z.discriminatedUnion('type', [vital, error]))
      .check(z.minLength(1), z.maxLength(MAX_BROWSER_REPORTS)),
  }),
  status: 204,
  errors: [],
});
