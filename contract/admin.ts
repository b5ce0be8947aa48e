import * as z from 'zod/mini';
import { BULK_ORDERS, ORDER_SEARCH_LENGTH, STAFF_TRANSITIONS } from '#domain/orders/staff-work.ts';
import { ORDER_STATES } from '#domain/orders/order.ts';
import { PERMISSIONS, STAFF_ROLES } from '#domain/staff.ts';
import { paymentMethod } from './checkout.ts';
import { errorCode } from './admin-lists.ts';
import { endpoint } from './endpoint.ts';
import { orderWithTimeline } from './orders.ts';
import { emailAddress, line, opaqueId, paragraphs, resourceId, ringgit, timestamp } from './schemas.ts';

export const getStaffMember = endpoint('getStaffMember', {
  summary: 'Who is signed in to the back office, and what their role permits.',
  tag: 'Back office',
  access: 'staff',
  rateLimit: 'read',
  response: z.object({ name: z.string(), role: z.enum(STAFF_ROLES), permissions: z.array(z.enum(PERMISSIONS)) }),
  status: 200,
  errors: [],
});
export type StaffMember = z.output<typeof getStaffMember.response>;

export const followShop = endpoint('followShop', {
  summary: "Server-sent events: each one's data is what something happened to in the shop, `orders` or `tickets`.",
  tag: 'Back office',
  access: 'staff',
  rateLimit: 'read',
  contentType: 'text/event-stream',
  status: 200,
  errors: [],
});

const staffRow = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(STAFF_ROLES),
  /** Whether they can sign in with more than a password. */
  has_second_factor: z.boolean(),
});
export type StaffRow = z.output<typeof staffRow>;

export const listStaff = endpoint('listStaff', {
  summary: 'Who works in the back office, by name.',
  tag: 'Back office',
  access: 'staff',
  permission: 'staff.write',
  rateLimit: 'read',
  response: z.object({ rows: z.array(staffRow) }),
  status: 200,
  errors: [],
});

export const setStaffRole = endpoint('setStaffRole', {
  summary:
    'Give an account a role in the back office, or take it away; it is signed out everywhere. Not for one’s own account: somebody stays owner. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'staff.write',
  needsProof: true,
  rateLimit: 'write',
  body: z.object({ email: emailAddress, role: z.nullable(z.enum(STAFF_ROLES)) }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

/** What was paid in a time, less what was refunded, beside the same time before. */
const takings = z.object({ amount: z.number(), before: z.number(), orders: z.int() });

export const getWorkList = endpoint('getWorkList', {
  summary: 'What waits for the staff: numbers of what their role permits them to see; and takings.',
  tag: 'Back office',
  access: 'staff',
  rateLimit: 'read',
  response: z.object({
    orders: z.optional(
      z.object({ placed: z.int(), paid: z.int(), packed: z.int(), oldest_paid: z.nullable(timestamp) }),
    ),
    refunds: z.optional(z.object({ requested: z.int(), approved: z.int() })),
    tickets: z.optional(z.object({ open: z.int(), oldest: z.nullable(timestamp) })),
    returns: z.optional(z.object({ requested: z.int(), accepted: z.int() })),
    claims: z.optional(z.int()),
    reviews: z.optional(z.object({ reported: z.int(), resubmitted: z.int() })),
    title_requests: z.optional(z.int()),
    /** Formats with few or no copies left. */
    low_stock: z.optional(z.int()),
    failed_emails: z.optional(z.int()),
    unmatched_payments: z.optional(z.int()),
    transfers: z.optional(z.object({ open: z.int(), surplus: z.int() })),
    takings: z.optional(z.object({ today: takings, week: takings, month: takings })),
  }),
  status: 200,
  errors: [],
});
export type WorkList = z.output<typeof getWorkList.response>;

const state = z.enum(ORDER_STATES);
const orderNumber = z.string().check(z.trim(), z.maxLength(20));

const orderRow = z.object({
  id: resourceId,
  number: z.string(),
  status: state,
  placed_at: timestamp,
  name: z.string(),
  email: z.string(),
  is_member: z.boolean(),
  copies: z.int(),
  payable: ringgit,
  method: paymentMethod,
});
export type OrderRow = z.output<typeof orderRow>;

const orderFilter = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(ORDER_SEARCH_LENGTH))),
  status: z.optional(state),
};

export type OrderFilter = z.output<z.ZodMiniObject<typeof orderFilter>>;

export const listAllOrders = endpoint('listAllOrders', {
  summary:
    'Orders of all customers, newest first; `q` is a number, an email address or its beginning, an ISBN, a tracking code, the beginning of a name, or words of a title.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.read',
  rateLimit: 'read',
  query: z.object({
    ...orderFilter,
    before: z.optional(opaqueId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({ rows: z.array(orderRow), next: z.nullable(resourceId) }),
  status: 200,
  errors: [],
});

export const exportOrders = endpoint('exportOrders', {
  summary: 'The same as CSV, all of them. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'money.read',
  needsProof: true,
  rateLimit: 'export',
  query: z.object(orderFilter),
  contentType: 'text/csv; charset=utf-8',
  status: 200,
  errors: [],
});

const savedView = z.object({ id: resourceId, name: z.string(), filter: z.object(orderFilter) });
export type SavedView = z.output<typeof savedView>;

export const listSavedViews = endpoint('listSavedViews', {
  summary: 'Filters of the list of orders that staff gave a name, by name.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.read',
  rateLimit: 'read',
  response: z.object({ rows: z.array(savedView) }),
  status: 200,
  errors: [],
});

export const saveView = endpoint('saveView', {
  summary: 'Give a filter of the list of orders a name, for everyone; another filter of this name is replaced.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.read',
  rateLimit: 'write',
  body: z.object({ name: line(60), filter: z.object(orderFilter) }),
  status: 204,
  errors: ['too_many'],
});

export const removeView = endpoint('removeView', {
  summary: 'Remove a saved view.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.read',
  rateLimit: 'write',
  body: z.object({ id: opaqueId }),
  status: 204,
  errors: ['not_found'],
});

export const getAnyOrder = endpoint('getAnyOrder', {
  summary: 'One order of any customer with its timeline, the notes of the staff, and the emails about it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.read',
  rateLimit: 'read',
  params: z.object({ number: orderNumber }),
  response: z.object({
    order: orderWithTimeline,
    /** Who of the staff, the customer, the payment provider or the deadline changed its state, oldest first. */
    changes: z.array(z.object({ status: state, actor: z.string(), at: timestamp })),
    notes: z.array(z.object({ id: resourceId, author: z.string(), text: z.string(), at: timestamp })),
    emails: z.array(
      z.object({ id: resourceId, subject: z.string(), at: timestamp, status: z.enum(['queued', 'sent', 'failed']) }),
    ),
    /** Why it cannot be dispatched yet: an embargo, or copies that are missing. */
    held: z.array(z.object({ title: z.string(), embargo: z.nullable(z.string()), awaited: z.int() })),
  }),
  status: 200,
  errors: ['not_found'],
});
export type AnyOrder = z.output<typeof getAnyOrder.response>;

export const transitionOrders = endpoint('transitionOrders', {
  summary:
    'Move orders to a state, each by itself: what is done is done once, and each order that cannot be moved says why. To whoever may not move money `paid` and `cancelled` do not exist.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'write',
  body: z.object({
    numbers: z.array(orderNumber).check(z.minLength(1), z.maxLength(BULK_ORDERS)),
    to: z.enum(STAFF_TRANSITIONS),
    /** With `shipped`, of a single order. */
    parcel: z.optional(z.object({ carrier: line(100), tracking: line(100) })),
  }),
  response: z.object({
    results: z.array(z.object({ number: z.string(), status: z.nullable(state), error: z.nullable(errorCode) })),
  }),
  status: 200,
  errors: ['not_found'],
});
export type TransitionResult = z.output<typeof transitionOrders.response>['results'][number];

export const addOrderNote = endpoint('addOrderNote', {
  summary: 'Note something about an order that customers never see.',
  tag: 'Back office',
  access: 'staff',
  permission: 'orders.write',
  rateLimit: 'write',
  body: z.object({ number: orderNumber, text: paragraphs(2000) }),
  status: 204,
  errors: ['not_found'],
});
