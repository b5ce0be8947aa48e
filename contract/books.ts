import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { endpoint } from './endpoint.ts';
import { BOUGHT_SORTS } from './options.ts';
import { productRow } from './products.ts';
import { limit, productId, timestamp } from './schemas.ts';

/** A format of a title that a customer bought, and the order in which they did so last. */
const boughtCopy = z.object({ format: z.enum(ALL_FORMATS), order: z.string(), bought_at: timestamp });

/** A title that a customer bought, today's price included; `own_rating` is that of their review. */
export const boughtTitle = z.extend(productRow, {
  /** False for a title that left the shop. */
  is_listed: z.boolean(),
  /** Bought last first. */
  copies: z.array(boughtCopy),
  own_rating: z.nullable(z.int()),
  /** Whether a copy is on its way or there. */
  may_review: z.boolean(),
});
export type BoughtTitle = z.output<typeof boughtTitle>;

export const listBooks = endpoint('listBooks', {
  summary:
    'The titles of paid orders, without those that were refunded, each once. `q` searches title, author and series; `after` is the id of the last title of the page before.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(100))),
    sort: z._default(z.enum(BOUGHT_SORTS), '-bought_at'),
    after: z.optional(z.pipe(z.coerce.number(), productId)),
    limit,
  }),
  response: z.object({ rows: z.array(boughtTitle), total: z.int() }),
  status: 200,
  errors: ['not_found'],
});

/** A series that a customer began: its numbered volumes, and the one to buy next, if one is missing. */
export const begunSeries = z.object({
  name: z.string(),
  slug: z.string(),
  volumes: z.array(z.object({ number: z.string(), is_owned: z.boolean() })),
  next: z.nullable(z.extend(productRow, { number: z.string() })),
});
export type BegunSeries = z.output<typeof begunSeries>;

export const listSeries = endpoint('listSeries', {
  summary: 'The series of which the customer bought a volume, bought last first, with what they have of each.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  response: z.object({ items: z.array(begunSeries) }),
  status: 200,
  errors: [],
});
