import type { TicketReply } from '#contract/tickets.ts';
import type { TicketFile } from '../server/tickets/staff-queries.ts';
import { facts, plain, table, time } from './table.ts';

/** A ticket with its conversation as people read it. */
export function ticketText(ticket: TicketFile): string {
  const about = facts({
    Ticket: ticket.number,
    State: ticket.status,
    Subject: ticket.subject,
    'E-mail': ticket.email,
    Kind: ticket.category,
    Order: ticket.order_number,
    Title: ticket.product && `${ticket.product.title} (${ticket.product.id})`,
    Page: ticket.page,
    'Last answer': ticket.unread ? 'not seen yet' : null,
  });
  const moves = table(ticket.timeline.map(({ status, by, at }) => ({ state: status, by, at: time(at) })));
  return [about, moves, ...ticket.messages.map(messageText)].filter(Boolean).join('\n\n');
}

function messageText({ author, name, message, at }: TicketReply): string {
  const lines = message.split(/\r?\n/).map((line) => `  ${plain(line)}`.trimEnd());
  return `${plain(name)} (${author}), ${time(at)}\n${lines.join('\n')}`;
}
