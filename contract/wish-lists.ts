import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/book-format.ts';
import { endpoint } from './endpoint.ts';
import { productRow } from './products.ts';
import { limit, page, pageOf, ringgit, timestamp, variantId } from './shapes.ts';

/** A product id as a string: how the storefront names a wish. */
const objectID = z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'invalid'));

export const WISH_SORTS = ['-wished_at', 'title', 'price', '-price', '-drop'] as const;

/** What would be bought: the cheapest copy that is there, at the member price. */
const offer = z.object({
  vid: variantId,
  format: z.enum(ALL_FORMATS),
  price: ringgit,
  original_price: ringgit,
  stock: z.int(),
});

export const wishedTitle = z.extend(productRow, {
  wished_at: timestamp,
  /** False for a title that left the shop. */
  is_listed: z.boolean(),
  offer: z.nullable(offer),
  /** The member price when it was wished. */
  price_then: ringgit,
  /** By how much the member price fell since; 0 where it did not. */
  drop: ringgit,
});
export type WishedTitle = z.output<typeof wishedTitle>;

export const getWishList = endpoint({
  method: 'GET',
  path: '/api/wish-list',
  summary: 'The wished titles, newest first.',
  tag: 'Account',
  access: 'customer',
  limit: 'none',
  answer: z.object({ items: z.array(objectID) }),
  answers: 200,
  refusals: [],
});

export const listWishedTitles = endpoint({
  method: 'GET',
  path: '/api/wish-list/titles',
  summary: 'The wished titles with price, stock and what became cheaper.',
  tag: 'Account',
  access: 'customer',
  limit: 'none',
  query: z.object({ page, limit, sort: z._default(z.enum(WISH_SORTS), '-wished_at') }),
  answer: pageOf(wishedTitle),
  answers: 200,
  refusals: [],
});

export const toggleWish = endpoint({
  method: 'POST',
  path: '/api/wish-list/toggle',
  summary: 'Put a title on the wish list, or take it off.',
  tag: 'Account',
  access: 'customer',
  limit: 'write',
  body: z.object({ objectID }),
  answer: z.object({ objectID, wished: z.boolean() }),
  answers: 200,
  refusals: ['not_found', 'too_many'],
});
