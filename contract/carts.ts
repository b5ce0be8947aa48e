import * as z from 'zod/mini';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { endpoint } from './endpoint.ts';
import { cartProduct, productRow, seriesPlace } from './products.ts';
import { productId, quantity, variantId } from './schemas.ts';

const savedLines = z.object({ products: z.array(cartProduct) });

export const listSavedLines = endpoint('listSavedLines', {
  summary:
    'What the customer saved for later, newest first, with its prices and stock today; only titles that are sold.',
  tag: 'Shop',
  access: 'customer',
  rateLimit: 'read',
  priority: 'checkout',
  response: savedLines,
  status: 200,
  errors: [],
});

export const changeSavedLines = endpoint('changeSavedLines', {
  summary: 'Save lines of a cart for later, or remove some by their format; formats that do not exist are left out.',
  tag: 'Shop',
  access: 'customer',
  rateLimit: 'write',
  priority: 'checkout',
  body: z.object({
    add: z.array(z.object({ id: productId, vid: variantId, qty: quantity })).check(z.maxLength(MAX_LINES)),
    remove: z.optional(z.array(variantId).check(z.maxLength(MAX_LINES))),
  }),
  response: savedLines,
  status: 200,
  errors: ['too_many'],
});

/** The ids of titles, once or repeated. */
const titles = z.pipe(
  z.transform((value: unknown) => (Array.isArray(value) ? value : [value])),
  z.array(z.pipe(z.coerce.number(), productId)).check(z.maxLength(MAX_LINES)),
);

/** A title that can be bought, and the series in which it comes next. */
const nextVolume = z.extend(productRow, { next_in: seriesPlace });
export type NextVolume = z.output<typeof nextVolume>;

export const listNextInSeries = endpoint('listNextInSeries', {
  summary:
    'The volumes that follow these titles in their series: in stock, pre-ordered or back-ordered, and not bought before by the customer.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'browse',
  priority: 'optional',
  query: z.object({ id: titles }),
  response: z.object({ items: z.array(nextVolume) }),
  status: 200,
  errors: [],
});
