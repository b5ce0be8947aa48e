import * as z from 'zod/mini';
import { MAX_LOW_STOCK, MAX_ON_ORDER, MAX_SUGGESTIONS } from '#domain/reorder.ts';
import { demand, linesOf, stockRow } from './admin-stock.ts';
import { endpoint } from './endpoint.ts';
import { variantId } from './schemas.ts';

const lowStockRow = z.extend(stockRow, {
  ...demand,
  /** At this many copies or fewer it is low. */
  low_stock: z.int(),
});
export type LowStockRow = z.output<typeof lowStockRow>;

export const listLowStock = endpoint('listLowStock', {
  summary:
    'Formats with few or no copies left that were sold in 90 days, are asked for or have a number of their own: the most wanted first. `before` is the `next` of the page before.',
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.read',
  rateLimit: 'read',
  query: z.object({
    before: z.optional(z.string().check(z.regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({ rows: z.array(lowStockRow), next: z.nullable(z.string()) }),
  status: 200,
  errors: [],
});

const suggestion = z.extend(stockRow, {
  ...demand,
  publisher: z.string(),
  /** Days until the supplier delivers: what is known of the format, else the shop's setting. */
  lead_days: z.int(),
  /** Copies that will be sold until the next delivery is used up. */
  expected: z.int(),
  /** `expected`, and what is awaited and asked for, less what is in stock and on order. */
  quantity: z.int(),
});
export type Suggestion = z.output<typeof suggestion>;

export const listSuggestions = endpoint('listSuggestions', {
  summary: `What to order again, by publisher, with the reason in numbers: at most the ${MAX_SUGGESTIONS} most urgent.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.read',
  rateLimit: 'read',
  response: z.object({
    rows: z.array(suggestion),
    /** How many there are in all. */
    total: z.int(),
    /** How long a delivery should last. */
    cover_days: z.int(),
  }),
  status: 200,
  errors: [],
});
export type SuggestionList = z.output<typeof listSuggestions.response>;

const copies = z.int().check(z.minimum(0), z.maximum(MAX_ON_ORDER));
const ofFormats = <Shape extends z.core.$ZodShape>(shape: Shape) => linesOf(shape, MAX_SUGGESTIONS);

export const exportPurchaseList = endpoint('exportPurchaseList', {
  summary: 'A list for a supplier as CSV: ISBN, quantity, title, format, publisher. Nothing is changed.',
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.write',
  rateLimit: 'export',
  body: z.object({ lines: ofFormats({ qty: z.int().check(z.minimum(1), z.maximum(MAX_ON_ORDER)) }) }),
  contentType: 'text/csv; charset=utf-8',
  status: 200,
  errors: ['not_found'],
});

export const setOnOrder = endpoint('setOnOrder', {
  summary:
    'Say how many copies of formats are on order with suppliers: all or none. `edited_meanwhile` where one is not as it was `before`.',
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.write',
  rateLimit: 'write',
  body: z.object({ lines: ofFormats({ before: copies, copies }) }),
  status: 204,
  errors: ['not_found', 'edited_meanwhile'],
});

const lowStock = z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_LOW_STOCK)));

export const setLowStock = endpoint('setLowStock', {
  summary:
    'Say at how many copies a format is low; null: at the number of the settings. `edited_meanwhile` where it is not as it was `before`.',
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.write',
  rateLimit: 'write',
  body: z.object({ id: variantId, before: lowStock, copies: lowStock }),
  status: 204,
  errors: ['not_found', 'edited_meanwhile'],
});
