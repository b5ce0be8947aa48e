import { ticketMessage } from '#contract/tickets.ts';
import { TICKET_STATES } from '#domain/ticket-state.ts';
import { Refusal } from '../server/refuse.ts';
import type { OpenShop } from '../server/shop.ts';
import { answerTicket } from '../server/tickets/answer-ticket.ts';
import { closeTicket } from '../server/tickets/close-ticket.ts';
import {
  listAllTickets,
  requireTicketByNumber,
  type TicketFile,
  type TicketSummary,
} from '../server/tickets/staff-queries.ts';
import { limitOf, limitOption, oneOf } from './list-options.ts';
import { table, time } from './table.ts';
import { ticketText } from './ticket-text.ts';
import { Failure, option, type Call, type Verb } from './verb.ts';
import { whoOf, whoOption } from './who.ts';

const list: Verb = {
  name: 'ticket list',
  options: { state: { hint: 'STATE', summary: `Only tickets that are ${TICKET_STATES.join(', ')}.` }, ...limitOption },
  summary: 'List the tickets, last changed first.',
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const tickets = await listAllTickets(db, { limit: limitOf(call), state: oneOf(call, 'state', TICKET_STATES) });
    return { text: table(tickets.map(rowOf)) || 'There are no such tickets.', data: tickets };
  },
};

const show: Verb = {
  name: 'ticket show',
  takes: ['NUMBER'],
  summary: 'Show a ticket with what was written.',
  opens: 'shop',
  run: async (call, shop) => {
    const ticket = await requireTicket(call, shop);
    return { text: ticketText(ticket), data: ticket };
  },
};

const reply: Verb = {
  name: 'ticket reply',
  takes: ['NUMBER', 'TEXT'],
  options: whoOption,
  changes: true,
  summary: 'Answer a ticket, a closed one too. Its customer gets a mail.',
  opens: 'shop',
  run: async (call, shop) => {
    const message = messageOf(call);
    const { number } = await requireTicket(call, shop);
    const { shopName } = shop.deps.config;
    await answerTicket(shop.deps, { number, actor: whoOf(call), name: option(call, 'as') ?? shopName, message });
    return { text: `The ticket ${number} is answered now.`, data: await requireTicket(call, shop) };
  },
};

const close: Verb = {
  name: 'ticket close',
  takes: ['NUMBER'],
  options: whoOption,
  changes: true,
  summary: 'Close a ticket. Its customer gets a mail, and a reply opens it again.',
  opens: 'shop',
  run: async (call, shop) => {
    const { number } = await requireTicket(call, shop);
    const isNew = await closeTicket(shop.deps, { number }, whoOf(call));
    const text = isNew ? `The ticket ${number} is closed now.` : `The ticket ${number} was closed already.`;
    return { text, data: await requireTicket(call, shop) };
  },
};

export const ticketVerbs: readonly Verb[] = [list, show, reply, close];

function rowOf({ number, status, email, category, subject, replies, updated_at }: TicketSummary) {
  return { number, state: status, email, kind: category, subject, replies, changed: time(updated_at) };
}

async function requireTicket({ words }: Call, { deps: { db } }: OpenShop): Promise<TicketFile> {
  const number = /^\d+$/.test(words[0]!) ? `T-${words[0]}` : words[0]!;
  return requireTicketByNumber(db, number).catch((error: unknown) => {
    throw error instanceof Refusal ? new Failure(`There is no ticket ${number}.`) : error;
  });
}

function messageOf({ words }: Call): string {
  const parsed = ticketMessage.safeParse(words[1]);
  if (parsed.success) return parsed.data;
  throw new Failure('TEXT takes 1 to 10,000 characters, without control characters.');
}
