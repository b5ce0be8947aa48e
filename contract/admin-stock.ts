import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { MAX_COUNT_AGE, MAX_ENTRY_COPIES, MAX_ENTRY_LINES, STOCK_REASONS } from '#domain/stock.ts';
import { endpoint } from './endpoint.ts';
import { line, optionalLine, timestamp, variantId } from './schemas.ts';

/** The most formats that a search of the stock answers with. */
export const MAX_STOCK_ROWS = 50;

export const stockRow = z.object({
  id: variantId,
  isbn: z.nullable(z.string()),
  title: z.string(),
  language: z.string(),
  format: z.enum(ALL_FORMATS),
  /** Copies that can be sold: those of orders are not among them. */
  stock: z.int(),
  /** Copies that orders wait for. */
  awaited: z.int(),
});
export type StockRow = z.output<typeof stockRow>;

export const listStock = endpoint('listStock', {
  summary: `Formats with their stock: of an ISBN, or of the titles that some words find; at most ${MAX_STOCK_ROWS}.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.read',
  rateLimit: 'read',
  query: z.object({ q: z._default(z.string().check(z.trim(), z.maxLength(200)), '') }),
  response: z.object({ rows: z.array(stockRow) }),
  status: 200,
  errors: [],
});

export const demand = {
  /** Readers who asked to be told when there are copies. */
  waiting: z.int(),
  /** Sold in the last 90 days and kept, as of last midnight. */
  sold: z.int(),
  /** Copies on order with a supplier. */
  on_order: z.int(),
};

const wholeNumber = (least: number) => z.coerce.number().check(z.int(), z.minimum(least), z.maximum(2_147_483_647));

const movement = z.object({
  id: z.int(),
  at: timestamp,
  reason: z.enum(STOCK_REASONS),
  quantity: z.int(),
  /** The stock after it. */
  stock: z.int(),
  actor: z.string(),
  /** The number of its order. */
  order: z.nullable(z.string()),
  /** The number of a delivery note, or the file that it came from. */
  reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** When a count was true. */
  counted_at: z.nullable(timestamp),
});
export type StockMovement = z.output<typeof movement>;

export const getStock = endpoint('getStock', {
  summary: 'The stock of a format with its movements, newest first; `next` is the `before` of the next page.',
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.read',
  rateLimit: 'read',
  params: z.object({ id: wholeNumber(1) }),
  query: z.object({
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({
    format: stockRow,
    reorder: z.object({
      /** At this many copies or fewer it is low; null: at `shop_low_stock`. */
      low_stock: z.nullable(z.int()),
      shop_low_stock: z.int(),
      ...demand,
    }),
    rows: z.array(movement),
    next: z.nullable(z.int()),
  }),
  status: 200,
  errors: ['not_found'],
});
export type StockHistory = z.output<typeof getStock.response>;

const entryId = z.uuid();
const reference = z.optional(optionalLine(100));
const copies = z.int().check(z.minimum(1), z.maximum(MAX_ENTRY_COPIES));
const correction = z.int().check(
  z.minimum(-MAX_ENTRY_COPIES),
  z.maximum(MAX_ENTRY_COPIES),
  z.refine((qty) => qty !== 0, 'invalid'),
);

/** Lines of which none is of the same format as another. */
export const linesOf = <Shape extends z.core.$ZodShape>(shape: Shape, max: number = MAX_ENTRY_LINES) =>
  z.array(z.extend(z.object({ id: variantId }), shape)).check(
    z.minLength(1),
    z.maxLength(max),
    z.refine((lines) => new Set(lines.map((one) => (one as { id: number }).id)).size === lines.length, 'invalid'),
  );

export const bookStock = endpoint('bookStock', {
  summary:
    'Book copies that came, a correction, or copies that were damaged. Sent again with the same id it is booked once; another entry with that id is refused.',
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.write',
  rateLimit: 'write',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('received'), id: entryId, reference, lines: linesOf({ qty: copies }) }),
    z.object({ kind: z.literal('adjusted'), id: entryId, note: line(500), lines: linesOf({ qty: correction }) }),
    z.object({ kind: z.literal('damaged'), id: entryId, note: line(500), lines: linesOf({ qty: copies }) }),
  ]),
  status: 204,
  errors: ['not_found', 'out_of_stock', 'idempotency_mismatch'],
});

const countedLines = linesOf({
  counted: z.int().check(z.minimum(0), z.maximum(MAX_ENTRY_COPIES)),
  /** How many seconds ago. */
  age: z.int().check(z.minimum(0), z.maximum(MAX_COUNT_AGE)),
});

export const compareStockCount = endpoint('compareStockCount', {
  summary: 'What a stocktake would change; nothing is booked.',
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.write',
  rateLimit: 'write',
  body: z.object({ lines: countedLines }),
  response: z.object({
    rows: z.array(
      z.object({
        id: variantId,
        counted: z.int(),
        /** Copies that should have stood on the shelf, with those of orders that were not packed. */
        expected: z.int(),
        difference: z.int(),
        /** Copies that orders have and nobody found. */
        missing: z.int(),
        /** It was counted again since: this count changes nothing. */
        is_outdated: z.boolean(),
      }),
    ),
  }),
  status: 200,
  errors: ['not_found'],
});
export type ComparedStock = z.output<typeof compareStockCount.response>['rows'][number];

export const bookStockCount = endpoint('bookStockCount', {
  summary:
    'Book a stocktake: what was counted, with all that changed since. Sent again with the same id it is booked once.',
  tag: 'Back office',
  access: 'staff',
  permission: 'stock.write',
  rateLimit: 'write',
  body: z.object({ id: entryId, note: z.optional(optionalLine(500)), lines: countedLines }),
  status: 204,
  errors: ['not_found', 'idempotency_mismatch'],
});
