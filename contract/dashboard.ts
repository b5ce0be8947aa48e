import * as z from 'zod/mini';
import { CALENDARS } from '#domain/locale.ts';
import { ORDER_STATES } from '#domain/orders/order.ts';
import { REFUND_STATES } from '#domain/orders/refund.ts';
import { TICKET_STATES } from '#domain/ticket.ts';
import { begunSeries, boughtTitle } from './books.ts';
import { endpoint } from './endpoint.ts';
import { productRow } from './products.ts';
import { resourceId, ringgit, signedRinggit, timestamp } from './schemas.ts';
import { wishedTitle } from './account.ts';

const orderSummary = z.object({
  id: resourceId,
  number: z.string(),
  status: z.enum(ORDER_STATES),
  placed_at: timestamp,
  payable: ringgit,
  books: z.int(),
  titles: z.int(),
  /** Of the first few titles. */
  covers: z.array(z.string()),
  /** Until when an unpaid order is to be paid. */
  due_at: z.nullable(timestamp),
  /** The days between which it arrives. */
  expected: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** The title whose on-sale date moved lately, and the date now; none where it is on sale. */
  moved: z.nullable(z.object({ title: z.string(), language: z.string(), on_sale_from: z.nullable(z.string()) })),
});
export type OrderSummary = z.output<typeof orderSummary>;

const ticketSummary = z.object({
  id: resourceId,
  number: z.string(),
  subject: z.string(),
  status: z.enum(TICKET_STATES),
  unread: z.boolean(),
  updated_at: timestamp,
});
export type TicketSummary = z.output<typeof ticketSummary>;

/** A refund that the shop decided or paid out lately; `order` is its number. */
const refundSummary = z.object({
  id: resourceId,
  order: z.string(),
  status: z.enum(REFUND_STATES),
  amount: ringgit,
  at: timestamp,
});
export type RefundSummary = z.output<typeof refundSummary>;

/** A month in Malaysia (`2026-11`, in the asked calendar), its first day, and what was paid less what was refunded in it. */
const monthSpending = z.object({ month: z.string(), starts: z.string(), amount: signedRinggit });
export type MonthSpending = z.output<typeof monthSpending>;

const dashboard = z.object({
  at: timestamp,
  counts: z.object({
    orders: z.int(),
    open_orders: z.int(),
    books: z.int(),
    wishes: z.int(),
    price_drops: z.int(),
    open_tickets: z.int(),
    unread_tickets: z.int(),
  }),
  /** What member prices, and nothing else, took off the orders that stand. */
  saved: ringgit,
  /** Not delivered yet: those to be paid first, then those that have come furthest. */
  open_orders: z.array(orderSummary),
  /** The newest first. */
  refunds: z.array(refundSummary),
  /** The titles that were bought last. */
  shelf: z.array(boughtTitle),
  /** Begun series of which a volume can be bought next. */
  series: z.array(begunSeries),
  /** The last twelve months, oldest first. */
  spending: z.array(monthSpending),
  /** Wished titles that cost less than when they were wished, the deepest drop first. */
  price_drops: z.array(wishedTitle),
  /** Not closed, new answers first. */
  tickets: z.array(ticketSummary),
  /** For a customer who has not ordered yet: what others read. */
  picks: z.array(productRow),
  /** For them too: the first zone and the amount from which delivery there is free. */
  free_delivery: z.nullable(z.object({ zone: z.string(), from: ringgit })),
});
export type Dashboard = z.output<typeof dashboard>;

export const getDashboard = endpoint('getDashboard', {
  summary:
    'Where things stand: open orders, refunds, bought titles, spending by month, price drops of wished titles, tickets.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  /** In which calendar the months of the spending are counted. */
  query: z.object({ calendar: z._default(z.enum(CALENDARS), 'gregory') }),
  response: dashboard,
  status: 200,
  errors: [],
});
