import * as z from 'zod/mini';
import { TICKET_ASSIGNEES, TICKET_STATES } from '#domain/ticket.ts';
import { pageQuery } from './admin-lists.ts';
import { endpoint } from './endpoint.ts';
import { ticketMessage } from './forms.ts';
import { byId, line, opaqueId, paragraphs, resourceId, rowVersion, timestamp } from './schemas.ts';
import { reply, ticket, ticketWithTimeline } from './tickets.ts';

const number = z.string().check(z.trim(), z.maxLength(20));

const colleague = z.object({ id: resourceId, name: z.string() });

const anyTicket = z.extend(ticket, { email: z.string(), assignee: z.nullable(colleague) });
export type TicketRow = z.output<typeof anyTicket>;

export const listAllTickets = endpoint('listAllTickets', {
  summary:
    'The tickets of all customers and guests, last changed first; `days`: only those that have not changed for so many days. `next` is the `before` of the next page.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.read',
  rateLimit: 'read',
  query: z.object({
    status: z.optional(z.enum(TICKET_STATES)),
    assignee: z.optional(z.enum(TICKET_ASSIGNEES)),
    days: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(365))),
    before: z.optional(z.string().check(z.regex(/^\d{1,16}_[0-9a-f-]{36}$/))),
    limit: pageQuery.shape.limit,
  }),
  response: z.object({ rows: z.array(anyTicket), next: z.nullable(z.string()) }),
  status: 200,
  errors: [],
});

export const getAnyTicket = endpoint('getAnyTicket', {
  summary: 'One ticket of any customer or guest with its messages, the notes of the staff, and who may look after it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.read',
  rateLimit: 'read',
  params: z.object({ number }),
  response: z.extend(ticketWithTimeline, {
    email: z.string(),
    is_guest: z.boolean(),
    messages: z.array(reply),
    assignee: z.nullable(colleague),
    /** The number of the ticket that goes on, where this one was a duplicate. */
    merged_into: z.nullable(z.string()),
    notes: z.array(z.object({ id: resourceId, author: z.string(), text: z.string(), at: timestamp })),
    colleagues: z.array(colleague),
  }),
  status: 200,
  errors: ['not_found'],
});
export type AnyTicket = z.output<typeof getAnyTicket.response>;

export const assignTicket = endpoint('assignTicket', {
  summary:
    'Say who of the staff looks after a ticket, null for nobody; `was` is who did so when it was read: with another one somebody was faster.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.write',
  rateLimit: 'write',
  body: z.object({ number, assignee: z.nullable(opaqueId), was: z.nullable(opaqueId) }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const addTicketNote = endpoint('addTicketNote', {
  summary: 'Note something about a ticket that customers never see.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.write',
  rateLimit: 'write',
  body: z.object({ number, text: paragraphs(2000) }),
  status: 204,
  errors: ['not_found'],
});

export const mergeTickets = endpoint('mergeTickets', {
  summary:
    'Close a duplicate: its messages are added to the ticket `into` of the same customer or guest, where the conversation goes on.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.write',
  rateLimit: 'write',
  body: z.object({ number, into: number }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

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

const savedReply = z.object({ id: resourceId, name: z.string(), text: z.string(), version: z.int() });
export type SavedReply = z.output<typeof savedReply>;

export const listSavedReplies = endpoint('listSavedReplies', {
  summary: 'The answers that staff send often, by name; `{name}` and `{order}` are to be filled in.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.read',
  rateLimit: 'read',
  response: z.object({ rows: z.array(savedReply) }),
  status: 200,
  errors: [],
});

export const saveSavedReply = endpoint('saveSavedReply', {
  summary: 'Save a new reply, or change one that has this version.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.write',
  rateLimit: 'write',
  body: z.object({
    of: z.optional(z.object({ id: opaqueId, version: rowVersion })),
    name: line(100),
    text: ticketMessage,
  }),
  status: 204,
  errors: ['not_found', 'edited_meanwhile', 'too_many', 'too_late'],
});

export const removeSavedReply = endpoint('removeSavedReply', {
  summary: 'Remove a saved reply.',
  tag: 'Back office',
  access: 'staff',
  permission: 'tickets.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});
