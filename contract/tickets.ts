import * as z from 'zod/mini';
import { TICKET_STATES } from '#domain/ticket-state.ts';
import { endpoint } from './endpoint.ts';
import { byId, limit, line, opaqueId, page, pageOf, paragraphs, productId, timestamp } from './shapes.ts';

export const TICKET_CATEGORIES = ['order', 'delivery', 'refund', 'book', 'account', 'other'] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

/** What either side writes: at most 10,000 characters. */
export const ticketMessage = paragraphs(10_000);
/** A page of this site, by its path: never another site's. */
const ownPath = z.string().check(z.maxLength(300), z.regex(/^\/(?!\/)[\w\-.~%!$&'()*+,;=:@/?]*$/));

/** The title that a ticket is about; without `slug` it is no longer in the shop. */
const ticketProduct = z.object({
  id: productId,
  title: z.string(),
  language: z.string(),
  slug: z.nullable(z.string()),
});

const ticket = z.object({
  id: opaqueId,
  number: z.string(),
  subject: z.string(),
  status: z.enum(TICKET_STATES),
  category: z.enum(TICKET_CATEGORIES),
  order_id: z.nullable(opaqueId),
  order_number: z.nullable(z.string()),
  product: z.nullable(ticketProduct),
  page: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
  replies: z.int(),
  unread: z.boolean(),
});
export type Ticket = z.output<typeof ticket>;

const ticketMove = z.object({ status: z.enum(TICKET_STATES), by: z.enum(['customer', 'staff']), at: timestamp });
export type TicketMove = z.output<typeof ticketMove>;

const ticketWithTimeline = z.extend(ticket, { timeline: z.array(ticketMove) });
export type TicketWithTimeline = z.output<typeof ticketWithTimeline>;

const reply = z.object({
  id: opaqueId,
  author: z.enum(['customer', 'staff']),
  name: z.string(),
  message: z.string(),
  at: timestamp,
});
export type TicketReply = z.output<typeof reply>;

/** A page of tickets; `counts` are of all states under the other filters, `unread` of all tickets. */
const ticketPage = z.extend(pageOf(ticket), {
  counts: z.object({ open: z.int(), answered: z.int(), closed: z.int() }),
  unread: z.int(),
});
export type TicketPage = z.output<typeof ticketPage>;

export const listTickets = endpoint({
  method: 'GET',
  path: '/customer/ticket',
  summary: "The customer's tickets, last changed first; `q` looks into subject, number and what was written.",
  tag: 'Tickets',
  access: 'customer',
  limit: 'none',
  query: z.object({
    page,
    limit,
    status: z.optional(z.enum(TICKET_STATES)),
    category: z.optional(z.enum(TICKET_CATEGORIES)),
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    sort: z._default(z.enum(['updated_at', '-updated_at', 'created_at', '-created_at']), '-updated_at'),
  }),
  answer: ticketPage,
  answers: 200,
  refusals: [],
});

/** A further message in a ticket. */
export const newReply = z.object({ parent: opaqueId, message: ticketMessage });
export type NewReply = z.output<typeof newReply>;

/** A ticket with its first message, and what it was opened from: an own order, a title in the shop, a page. */
export const newTicket = z.object({
  subject: line(150),
  message: ticketMessage,
  category: z._default(z.enum(TICKET_CATEGORIES), 'other'),
  order_id: z.optional(z.nullable(opaqueId)),
  product_id: z.optional(z.nullable(productId)),
  page: z.optional(z.nullable(ownPath)),
});
export type NewTicket = z.output<typeof newTicket>;

export const addTicket = endpoint({
  method: 'POST',
  path: '/customer/ticket/add',
  summary: 'Open a ticket, or with `parent` reply to one; a reply opens it again.',
  tag: 'Tickets',
  access: 'customer',
  limit: 'write',
  body: z.union([newReply, newTicket]),
  answer: byId,
  answers: 200,
  refusals: ['not_found'],
});

export const getTicket = endpoint({
  method: 'POST',
  path: '/customer/ticket/get',
  summary: 'One ticket; reading it takes its unread mark off, so ask for what was written afterwards.',
  tag: 'Tickets',
  access: 'customer',
  limit: 'none',
  body: byId,
  answer: ticketWithTimeline,
  answers: 200,
  refusals: ['not_found'],
});

export const listTicketReplies = endpoint({
  method: 'POST',
  path: '/customer/ticket/get-children',
  summary: 'What was written in a ticket, oldest first.',
  tag: 'Tickets',
  access: 'customer',
  limit: 'none',
  body: byId,
  answer: z.array(reply),
  answers: 200,
  refusals: ['not_found'],
});

export const closeTicket = endpoint({
  method: 'POST',
  path: '/api/ticket/close',
  summary: 'Close a ticket; one that is closed stays so. A reply opens it again.',
  tag: 'Tickets',
  access: 'customer',
  limit: 'write',
  body: byId,
  answers: 204,
  refusals: ['not_found'],
});

export const reopenTicket = endpoint({
  method: 'POST',
  path: '/api/ticket/reopen',
  summary: 'Open a closed ticket again; another stays as it is.',
  tag: 'Tickets',
  access: 'customer',
  limit: 'write',
  body: byId,
  answers: 204,
  refusals: ['not_found'],
});
