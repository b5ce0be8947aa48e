import * as z from 'zod/mini';
import { TICKET_STATES } from '#domain/ticket.ts';
import { endpoint } from './endpoint.ts';
import { ticketMessage } from './forms.ts';
import { reply, ticket, ticketWithTimeline } from './tickets.ts';

/** The most tickets of a list. */
export const MAX_TICKETS = 100;

const number = z.string().check(z.trim(), z.maxLength(20));

const anyTicket = z.extend(ticket, { email: z.string() });
export type TicketRow = z.output<typeof anyTicket>;

export const listAllTickets = endpoint('listAllTickets', {
  summary: `The tickets of all customers and guests, last changed first, at most ${MAX_TICKETS}.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.read',
  rateLimit: 'read',
  query: z.object({ status: z.optional(z.enum(TICKET_STATES)) }),
  response: z.object({ rows: z.array(anyTicket) }),
  status: 200,
  errors: [],
});

export const getAnyTicket = endpoint('getAnyTicket', {
  summary: 'One ticket of any customer or guest with its messages.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.read',
  rateLimit: 'read',
  params: z.object({ number }),
  response: z.extend(ticketWithTimeline, { email: z.string(), is_guest: z.boolean(), messages: z.array(reply) }),
  status: 200,
  errors: ['not_found'],
});
export type AnyTicket = z.output<typeof getAnyTicket.response>;

export const answerTicket = endpoint('answerTicket', {
  summary:
    'Answer a ticket, even a closed one; its customer gets an email. `replies` is how many messages it had when it was read: with another number somebody was faster.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.write',
  rateLimit: 'write',
  body: z.object({ number, replies: z.int(), message: ticketMessage }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const closeAnyTicket = endpoint('closeAnyTicket', {
  summary: 'Close a ticket; its customer gets an email.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.write',
  rateLimit: 'write',
  body: z.object({ number }),
  status: 204,
  errors: ['not_found'],
});
