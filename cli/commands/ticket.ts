import { ticketMessage } from '#contract/forms.ts';
import type { TicketReply } from '#contract/tickets.ts';
import { TICKET_STATES } from '#domain/ticket.ts';
import type { Services } from '../../server/services.ts';
import { answerTicket } from '../../server/tickets/conversation.ts';
import {
  listAllTickets,
  requireTicketByNumber,
  type TicketDetails,
  type TicketSummary,
} from '../../server/tickets/queries.ts';
import { closeTicket } from '../../server/tickets/transition-ticket.ts';
import {
  actorOption,
  CommandError,
  optionValue,
  orNotFound,
  readActor,
  type Command,
  type CommandInput,
} from '../command.ts';
import { formatFields, formatTable, formatTime, stripControls } from '../output.ts';
import { listCommand, showCommand, transitionCommand } from '../resource-commands.ts';

export const ticketCommands: readonly Command[] = [
  listCommand({
    name: 'ticket list',
    summary: 'List the tickets, last changed first.',
    states: TICKET_STATES,
    isLimited: true,
    list: listAllTickets,
    row: formatRow,
    empty: 'There are no such tickets.',
  }),
  showCommand({
    name: 'ticket show',
    summary: 'Show a ticket with its messages.',
    arg: 'NUMBER',
    find: findTicket,
    format: formatTicket,
  }),
  transitionCommand({
    name: 'ticket reply',
    summary: 'Reply to a ticket, even a closed one. The customer gets an email.',
    options: actorOption,
    arg: 'NUMBER',
    moreArgs: ['TEXT'],
    find: findTicket,
    readInput: readReply,
    run: ({ deps }, { number }, { name = deps.config.shopName, ...reply }) =>
      answerTicket(deps, { number, name, ...reply }),
    done: ({ number }) => `The ticket ${number} is now answered.`,
  }),
  transitionCommand({
    name: 'ticket close',
    summary: 'Close a ticket. The customer gets an email, and a reply reopens it.',
    options: actorOption,
    arg: 'NUMBER',
    find: findTicket,
    readInput: readActor,
    run: ({ deps }, { number }, actor) => closeTicket(deps, { number }, actor),
    done: ({ number }, isNew) => `The ticket ${number} ${isNew ? 'is now closed' : 'was already closed'}.`,
  }),
];

function formatRow({ number, status, email, category, subject, replies, updated_at }: TicketSummary) {
  return { number, status, email, type: category, subject, replies, changed: formatTime(updated_at) };
}

/** By its number, with or without its letter. */
async function findTicket({ deps: { db } }: Services, text: string): Promise<TicketDetails> {
  const number = /^\d+$/.test(text) ? `T-${text}` : text;
  return orNotFound(`There is no ticket ${number}.`, requireTicketByNumber(db, number));
}

function readReply(input: CommandInput): { actor: string; name: string | undefined; message: string } {
  const message = ticketMessage.safeParse(input.args[1]);
  if (!message.success) throw new CommandError('TEXT takes 1 to 10,000 characters, without control characters.');
  return { actor: readActor(input), name: optionValue(input, 'as'), message: message.data };
}

function formatTicket(ticket: TicketDetails): string {
  const fields = formatFields({
    Ticket: ticket.number,
    Status: ticket.status,
    Subject: ticket.subject,
    Email: ticket.email,
    Account: ticket.is_guest ? 'none' : null,
    Type: ticket.category,
    Order: ticket.order_number,
    Title: ticket.product && `${ticket.product.title} (${ticket.product.id})`,
    Page: ticket.page,
    'Last reply': ticket.unread ? 'not read yet' : null,
  });
  const events = formatTable(ticket.timeline.map(({ status, by, at }) => ({ status, by, at: formatTime(at) })));
  return [fields, events, ...ticket.messages.map(formatMessage)].filter(Boolean).join('\n\n');
}

function formatMessage({ author, name, message, at }: TicketReply): string {
  const lines = message.split(/\r?\n/).map((line) => `  ${stripControls(line)}`.trimEnd());
  return `${stripControls(name)} (${author}), ${formatTime(at)}\n${lines.join('\n')}`;
}
