import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A product id as a string: how the storefront names a wish. */
const objectID = z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'invalid'));

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
