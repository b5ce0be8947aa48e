import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { byId, limit, line, opaqueId, page, pageOf, paragraphs, timestamp } from './shapes.ts';

export const TICKET_CATEGORIES = ['order', 'delivery', 'refund', 'book', 'account', 'other'] as const;
export const TICKET_STATES = ['open', 'answered', 'closed'] as const;

const message = paragraphs(10_000);

const ticket = z.object({
  id: opaqueId,
  number: z.string(),
  subject: z.string(),
  status: z.enum(TICKET_STATES),
  category: z.enum(TICKET_CATEGORIES),
  order_number: z.nullable(z.string()),
  updated_at: timestamp,
  replies: z.int(),
  unread: z.boolean(),
});
export type Ticket = z.output<typeof ticket>;

const reply = z.object({
  id: opaqueId,
  author: z.enum(['customer', 'staff']),
  name: z.string(),
  message: z.string(),
  at: timestamp,
});
export type TicketReply = z.output<typeof reply>;

export const listTickets = endpoint({
  method: 'GET',
  path: '/customer/ticket',
  summary: "The customer's tickets, last changed first.",
  tag: 'Tickets',
  access: 'customer',
  limit: 'none',
  query: z.object({
    page,
    limit,
    status: z.optional(z.enum(TICKET_STATES)),
    q: z.optional(z.string().check(z.maxLength(200))),
    sort: z._default(z.enum(['updated_at', '-updated_at']), '-updated_at'),
  }),
  answer: pageOf(ticket),
  answers: 200,
  refusals: [],
});

export const addTicket = endpoint({
  method: 'POST',
  path: '/customer/ticket/add',
  summary: 'Open a ticket, or with `parent` reply to one.',
  tag: 'Tickets',
  access: 'customer',
  limit: 'write',
  body: z.union([
    z.object({ parent: opaqueId, message }),
    z.object({
      subject: line(150),
      message,
      category: z._default(z.enum(TICKET_CATEGORIES), 'other'),
      order_id: z.optional(z.nullable(opaqueId)),
    }),
  ]),
  answer: byId,
  answers: 200,
  refusals: ['not_found'],
});

export const getTicket = endpoint({
  method: 'POST',
  path: '/customer/ticket/get',
  summary: 'One ticket; reading it takes its unread mark off.',
  tag: 'Tickets',
  access: 'customer',
  limit: 'none',
  body: byId,
  answer: ticket,
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
  summary: 'Close a ticket; a reply opens it again.',
  tag: 'Tickets',
  access: 'customer',
  limit: 'write',
  body: byId,
  answers: 204,
  refusals: ['not_found'],
});
