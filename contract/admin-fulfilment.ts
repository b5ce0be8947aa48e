import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { ORDER_STATES } from '#domain/orders/order.ts';
import { PAPER_NAMES, PICK_ORDERS, PRINT_KINDS } from '#domain/orders/packing.ts';
import { MAX_SHIPMENTS, SHIPMENT_PROBLEMS } from '#domain/orders/shipment-list.ts';
import { BULK_ORDERS } from '#domain/orders/staff-work.ts';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { errorCode } from './admin-lists.ts';
import { endpoint } from './endpoint.ts';
import { line, opaqueId, optionalLine, quantity, resourceId, timestamp, variantId } from './schemas.ts';

const orderNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(20));
/** Numbers of orders in a query: `number` once or several times. */
const orderNumbers = (most: number) =>
  z.pipe(
    z.transform((value: unknown) => (value === undefined ? [] : typeof value === 'string' ? [value] : value)),
    z.array(orderNumber).check(z.maxLength(most)),
  );

/** Why an order cannot be dispatched yet: an embargo, or copies that are missing. */
const heldLine = z.object({ title: z.string(), embargo: z.nullable(z.string()), awaited: z.int() });

export const listOrdersToPack = endpoint('listOrdersToPack', {
  summary: 'Paid orders that can be packed, oldest first; with `held` those that cannot be dispatched yet, and why.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'read',
  query: z.object({
    held: z._default(
      z.pipe(
        z.enum(['true', 'false']),
        z.transform((text) => text === 'true'),
      ),
      false,
    ),
    after: z.optional(opaqueId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), PICK_ORDERS),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        number: z.string(),
        placed_at: timestamp,
        name: z.string(),
        copies: z.int(),
        is_gift: z.boolean(),
        held: z.array(heldLine),
      }),
    ),
    next: z.nullable(resourceId),
  }),
  status: 200,
  errors: [],
});
export type OrderToPack = z.output<typeof listOrdersToPack.response>['rows'][number];

/** A book on a pick list or a packing table. */
const book = {
  title: z.string(),
  language: z.string(),
  contributors: z.array(z.string()),
  format: z.enum(ALL_FORMATS),
  isbn: z.nullable(z.string()),
  cover: z.string(),
};

export const getPickList = endpoint('getPickList', {
  summary: `What to fetch from the shelves for up to ${PICK_ORDERS} orders, by title; orders that cannot be packed are left out and say why.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'read',
  query: z.object({ number: orderNumbers(PICK_ORDERS) }),
  response: z.object({
    formats: z.array(
      z.object({
        variant_id: variantId,
        ...book,
        copies: z.int(),
        orders: z.array(z.object({ number: z.string(), copies: z.int() })),
      }),
    ),
    orders: z.array(z.string()),
    skipped: z.array(z.object({ number: z.string(), error: errorCode })),
  }),
  status: 200,
  errors: [],
});
export type PickList = z.output<typeof getPickList.response>;

export const printParcels = endpoint('printParcels', {
  summary: `The packing slips or the address labels of up to ${BULK_ORDERS} orders as one PDF.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'receipt',
  params: z.object({ kind: z.enum(PRINT_KINDS) }),
  query: z.object({
    paper: z.enum(PAPER_NAMES),
    number: orderNumbers(BULK_ORDERS).check(z.minLength(1)),
  }),
  contentType: 'application/pdf',
  status: 200,
  errors: ['not_found'],
});

export const getParcel = endpoint('getParcel', {
  summary: 'What goes into the parcel of an order, and who packed it, where it is packed.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'read',
  params: z.object({ number: orderNumber }),
  response: z.object({
    number: z.string(),
    status: z.enum(ORDER_STATES),
    name: z.string(),
    is_gift_wrapped: z.boolean(),
    gift_message: z.nullable(z.string()),
    note: z.nullable(z.string()),
    lines: z.array(z.object({ ...book, id: resourceId, qty: quantity })),
    held: z.array(heldLine),
    packed: z.nullable(z.object({ actor: z.string(), at: timestamp })),
  }),
  status: 200,
  errors: ['not_found'],
});
export type Parcel = z.output<typeof getParcel.response>;

export const packOrder = endpoint('packOrder', {
  summary:
    'Mark an order as packed with these copies. Of two who do so at once one succeeds; `edited_meanwhile` where the order wants other copies, because some were cancelled.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'write',
  body: z.object({
    number: orderNumber,
    lines: z.array(z.object({ id: opaqueId, qty: quantity })).check(z.minLength(1), z.maxLength(MAX_LINES)),
  }),
  status: 204,
  errors: ['not_found', 'too_late', 'embargoed', 'awaiting_stock', 'edited_meanwhile'],
});

const shipment = { number: orderNumber, carrier: line(100), tracking: line(100) };

export const previewShipments = endpoint('previewShipments', {
  summary: `Read a pasted list of up to ${MAX_SHIPMENTS} parcels, and say what each row would do; changes nothing. \`carrier\` is that of rows without one.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'write',
  body: z.object({
    csv: z.string().check(z.minLength(1), z.maxLength(200_000)),
    carrier: z.optional(optionalLine(100)),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        /** Where it stands in the list. */
        line: z.int(),
        number: z.string(),
        carrier: z.string(),
        tracking: z.string(),
        effect: z.enum(['ship', 'done', ...SHIPMENT_PROBLEMS]),
      }),
    ),
  }),
  status: 200,
  errors: [],
});
export type ShipmentRow = z.output<typeof previewShipments.response>['rows'][number];

export const shipOrders = endpoint('shipOrders', {
  summary:
    'Ship packed orders with their parcels, each by itself; one that is on its way with this very parcel stays as it is, so that the same request can be sent again.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'write',
  body: z.object({ parcels: z.array(z.object(shipment)).check(z.minLength(1), z.maxLength(BULK_ORDERS)) }),
  response: z.object({
    results: z.array(
      z.object({
        number: z.string(),
        outcome: z.nullable(z.enum(['shipped', 'done'])),
        error: z.nullable(errorCode),
      }),
    ),
  }),
  status: 200,
  errors: [],
});
export type ShipResult = z.output<typeof shipOrders.response>['results'][number];
