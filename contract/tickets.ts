import * as z from 'zod/mini';
import { TICKET_STATES } from '#domain/ticket.ts';
import { TICKET_CATEGORIES } from './options.ts';
import { MAX_INBOUND_EMAIL } from '#domain/inbound-email.ts';
import { endpoint } from './endpoint.ts';
import {
  byId,
  emailAddress,
  limit,
  line,
  namedProduct,
  page,
  pageOf,
  resourceId,
  savedResource,
  timestamp,
} from './schemas.ts';
import { ticketMessage, newTicket, newReply } from './forms.ts';

export const ticket = z.object({
  id: resourceId,
  number: z.string(),
  subject: z.string(),
  status: z.enum(TICKET_STATES),
  category: z.enum(TICKET_CATEGORIES),
  order_id: z.nullable(resourceId),
  order_number: z.nullable(z.string()),
  /** The title that it is about. */
  product: z.nullable(namedProduct),
  page: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
  replies: z.int(),
  unread: z.boolean(),
});
export type Ticket = z.output<typeof ticket>;

const ticketEvent = z.object({ status: z.enum(TICKET_STATES), by: z.enum(['customer', 'staff']), at: timestamp });
export type TicketEvent = z.output<typeof ticketEvent>;

export const ticketWithTimeline = z.extend(ticket, { timeline: z.array(ticketEvent) });
export type TicketWithTimeline = z.output<typeof ticketWithTimeline>;

export const reply = z.object({
  id: resourceId,
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

export const listTickets = endpoint('listTickets', {
  summary: "The customer's tickets, last changed first; `q` looks into subject, number and what was written.",
  tag: 'Tickets',
  access: 'customer',
  rateLimit: 'read',
  query: z.object({
    page,
    limit,
    status: z.optional(z.enum(TICKET_STATES)),
    category: z.optional(z.enum(TICKET_CATEGORIES)),
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    sort: z._default(z.enum(['updated_at', '-updated_at', 'created_at', '-created_at']), '-updated_at'),
  }),
  response: ticketPage,
  status: 200,
  errors: [],
});

/** What somebody without an account writes on the contact page. */
export const newGuestTicket = z.object({
  name: line(100),
  email: emailAddress,
  subject: newTicket.shape.subject,
  message: ticketMessage,
});
export type NewGuestTicket = z.output<typeof newGuestTicket>;

export const newGuestReply = z.object({ message: ticketMessage });

/** A ticket as its guest sees it through the emailed link. */
export type GuestTicket = TicketWithTimeline & { email: string; messages: TicketReply[] };

export const addTicket = endpoint('addTicket', {
  summary: 'Open a ticket, or with `parent` reply to one; a reply opens it again.',
  tag: 'Tickets',
  access: 'customer',
  rateLimit: 'write',
  body: z.union([newReply, newTicket]),
  response: savedResource,
  status: 200,
  errors: ['not_found'],
});

export const getTicket = endpoint('getTicket', {
  summary: 'One ticket; reading it takes its unread mark off, so ask for what was written afterwards.',
  tag: 'Tickets',
  access: 'customer',
  rateLimit: 'read',
  body: byId,
  response: ticketWithTimeline,
  status: 200,
  errors: ['not_found'],
});

export const listTicketReplies = endpoint('listTicketReplies', {
  summary: 'What was written in a ticket, oldest first.',
  tag: 'Tickets',
  access: 'customer',
  rateLimit: 'read',
  body: byId,
  response: z.array(reply),
  status: 200,
  errors: ['not_found'],
});

export const closeTicket = endpoint('closeTicket', {
  summary: 'Close a ticket; one that is closed stays so. A reply opens it again.',
  tag: 'Tickets',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});

export const reopenTicket = endpoint('reopenTicket', {
  summary: 'Open a closed ticket again; another stays as it is.',
  tag: 'Tickets',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});

/** What an incoming email became: a message of the customer, a note of another address, nothing. */
export const INBOUND_OUTCOMES = ['reply', 'note', 'duplicate', 'ignored'] as const;
export type InboundOutcome = (typeof INBOUND_OUTCOMES)[number];

export const receiveEmail = endpoint('receiveEmail', {
  summary:
    'Takes an email as it came (message/rfc822), with the secret in the header `X-Inbound-Secret`: an answer to an email about a ticket. One that comes again has no effect.',
  tag: 'Tickets',
  access: 'guest',
  rateLimit: 'inbound-email',
  message: MAX_INBOUND_EMAIL,
  response: z.object({ outcome: z.enum(INBOUND_OUTCOMES) }),
  status: 200,
  errors: ['signature_invalid', 'not_found'],
});
