import * as z from 'zod/mini';
import { SALE_STATES } from '#domain/catalogue/availability.ts';
import { OFFER_STATES } from '#domain/catalogue/offer.ts';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { MAX_QUERY_BYTES, SORTS, filterTextLength } from './product-filter.ts';
import { endpoint } from './endpoint.ts';
import { portrait } from './portraits.ts';
import { limit, page, pageOf, productId, quantity, repeatable, ringgit, variantId } from './schemas.ts';

/** Of all published reviews; the average to one decimal. */
export const ratingSummary = z.object({ average: z.number(), count: z.int() });

const link = z.object({ name: z.string(), slug: z.string() });
export const seriesPlace = z.object({ name: z.string(), slug: z.string(), number: z.nullable(z.string()) });
const format = z.enum(ALL_FORMATS);

/** How a format can be bought now; a pre-order is published, or it and a back-order are dispatched, `from` this date on. */
export const offer = z.object({ state: z.enum(OFFER_STATES), from: z.nullable(z.string()) });

/**
 * A title as grids and lists show it. Its prices and availability are those of the format that comes first in `formats`: the
 * cheapest on sale, or with a format filter the cheapest of these in stock.
 */
export const productRow = z.object({
  id: productId,
  objectID: z.string(),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  language: z.string(),
  authors: z.array(link),
  series: z.nullable(seriesPlace),
  cover: z.string(),
  formats: z.array(format),
  price: ringgit,
  original_price: ringgit,
  /** Whether one of its formats can be bought now. */
  available: z.boolean(),
  availability: offer,
  /** The variant that the prices are of, for adding to the cart from a grid; none where it cannot be bought now. */
  vid: z.nullable(variantId),
  variants: z.int(),
  /** None without reviews. */
  rating: z.nullable(ratingSummary),
});
export type ProductRow = z.output<typeof productRow>;

/** Lengths in millimetres, weight in grams, duration in minutes; protections are codes of ONIX's list 144. */
const editionDetails = z.object({
  edition_number: z.nullable(z.int()),
  edition_statement: z.string(),
  height: z.nullable(z.int()),
  width: z.nullable(z.int()),
  thickness: z.nullable(z.int()),
  weight: z.nullable(z.int()),
  duration: z.nullable(z.int()),
  protections: z.array(z.string()),
});

/** Codes of ONIX's lists 196 (features, with their text) and 143 (hazards). */
const accessibility = z.object({
  features: z.array(z.object({ code: z.string(), text: z.string() })),
  hazards: z.array(z.string()),
});

/** Dates are as precise as they are known: `2026`, `2026-10`, `2026-10-14`. */
const variant = z.object({
  id: variantId,
  format,
  isbn: z.nullable(z.string()),
  price: ringgit,
  original_price: ringgit,
  stock: z.int(),
  is_sold: z.boolean(),
  state: z.enum(SALE_STATES),
  /** While a sales embargo holds: when it ends. Copies are dispatched from then on. */
  on_sale_from: z.nullable(z.string()),
  /** From when copies beyond the stock are dispatched; none where they cannot be ordered. */
  awaited_from: z.nullable(z.string()),
  expected: z.nullable(z.string()),
  order_days: z.nullable(z.int()),
  pages: z.nullable(z.int()),
  published: z.nullable(z.string()),
  publisher: z.string(),
  details: editionDetails,
  accessibility: z.nullable(accessibility),
});
export type Variant = z.output<typeof variant>;

const subject = z.object({ code: z.string(), main: z.boolean() });

/** A role is a word such as `translator`, or the code of ONIX's list 17. A biography is HTML without attributes. */
const person = z.extend(link, {
  role: z.string(),
  biography: z.string(),
  isni: z.nullable(z.string()),
  orcid: z.nullable(z.string()),
  portrait: z.nullable(portrait),
});

/** Groups are codes of ONIX's list 28; ages in years. */
const audience = z.object({
  groups: z.array(z.string()),
  age_from: z.nullable(z.int()),
  age_to: z.nullable(z.int()),
});

const product = z.extend(productRow, {
  description: z.string(),
  published: z.nullable(z.string()),
  publisher: z.string(),
  imprint: z.string(),
  other_languages: z.array(z.string()),
  original_language: z.nullable(z.string()),
  audience: z.nullable(audience),
  contributors: z.array(person),
  subjects: z.array(subject),
  /** The series beside the first one. */
  more_series: z.array(seriesPlace),
  variants: z.array(variant),
  /** Other formats and languages of this work. */
  editions: z.array(productRow),
  /** What at least three buyers of this title bought too, the most often first. */
  also_bought: z.array(productRow),
  related: z.array(productRow),
  series_titles: z.array(productRow),
});
export type Product = z.output<typeof product>;

const facet = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }));
const facets = z.object({ subject: facet, format: facet, language: facet, author: facet, price: facet });
export type Facets = z.output<typeof facets>;

const amount = z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1_000_000)));

export const productFilter = z
  .object({
    q: z._default(z.string().check(z.maxLength(200)), ''),
    subject: repeatable,
    format: repeatable,
    language: repeatable,
    author: repeatable,
    publisher: repeatable,
    series: repeatable,
    min_price: amount,
    max_price: amount,
    in_stock: z.optional(z.enum(['true', 'false'])),
    screen_reader: z.optional(z.enum(['true', 'false'])),
    sort: z.optional(z.enum(SORTS)),
    page,
    limit,
  })
  .check(z.refine((filter) => filterTextLength(filter) <= MAX_QUERY_BYTES, 'invalid'));

const productPage = z.extend(pageOf(productRow), {
  total_is_lower_bound: z.optional(z.boolean()),
  facets,
  /** What was searched instead, where nothing is found. */
  correction: z.optional(z.string()),
  /** The ISBNs of the titles that are listed instead, where several are one mistake away from the one asked for. */
  similar_isbns: z.optional(z.array(z.string())),
});
export type ProductPage = z.output<typeof productPage>;

export const listProducts = endpoint('listProducts', {
  summary: 'Search and browse titles, with facets.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'browse',
  query: productFilter,
  response: productPage,
  status: 200,
  errors: [],
});

export const getProduct = endpoint('getProduct', {
  summary: 'One title with all its formats, contributors, subjects and related titles.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'browse',
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) }),
  response: product,
  status: 200,
  errors: ['not_found'],
});

const suggestion = z.object({
  kind: z.enum(['title', 'author', 'series', 'subject']),
  text: z.string(),
  detail: z.optional(z.string()),
  href: z.string(),
  cover: z.optional(z.string()),
});
export type Suggestion = z.output<typeof suggestion>;

export const suggest = endpoint('suggest', {
  summary: 'Up to eight titles, authors, series and subjects for what has been typed.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'browse',
  priority: 'optional',
  query: z.object({ q: z.string().check(z.maxLength(200)) }),
  response: z.object({ items: z.array(suggestion) }),
  status: 200,
  errors: [],
});

const subjectNode = z.object({ code: z.string(), name: z.string(), count: z.int() });

export const listSubjects = endpoint('listSubjects', {
  summary: 'The subject tree with the number of titles on each shelf.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'browse',
  response: z.object({ items: z.array(z.extend(subjectNode, { children: z.array(subjectNode) })) }),
  status: 200,
  errors: [],
});
export type SubjectTree = z.output<(typeof listSubjects)['response']>['items'];

export const cartProduct = z.object({
  id: productId,
  objectID: z.string(),
  slug: z.string(),
  title: z.string(),
  language: z.string(),
  authors: z.array(link),
  cover: z.string(),
  variants: z.array(
    z.extend(z.pick(variant, { id: true, format: true, isbn: true, price: true, original_price: true }), {
      /** How many copies can be ordered. */
      stock: z.int(),
      /** While a sales embargo holds: when copies are dispatched. */
      on_sale_from: z.optional(z.string()),
      /** Beyond so many copies they are not in stock yet, and dispatched from this date. */
      awaited: z.optional(z.object({ beyond: z.int(), from: z.string() })),
    }),
  ),
  qty: quantity,
  vid: variantId,
});
export type CartProduct = z.output<typeof cartProduct>;

export const getCartDetail = endpoint('getCartDetail', {
  summary: 'What a stored cart holds today: titles, formats, prices and stock, in the order asked.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'browse',
  priority: 'checkout',
  body: z.object({
    ids: z.array(z.object({ qty: quantity, pid: productId, vid: variantId })).check(z.maxLength(MAX_LINES)),
  }),
  response: z.object({
    products: z.array(cartProduct),
    missing: z.array(z.object({ pid: productId, vid: variantId })),
  }),
  status: 200,
  errors: [],
});
