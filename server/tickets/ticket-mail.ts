import type { Customer } from '../accounts/customers.ts';
import type { Database } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import { postMail } from '../mails/post-mail.ts';
import type { TicketRow } from './move-ticket.ts';

type About = { row: Pick<TicketRow, 'id' | 'number' | 'subject'>; to: Pick<Customer, 'email' | 'locale'> };
type News = { kind: 'ticket_opened' | 'ticket_answered'; text: string } | { kind: 'ticket_closed' | 'ticket_reopened' };

/** Mails a customer news of their ticket, in their language, with a link to it. */
export async function mailAboutTicket(tx: Database, deps: Deps, { row, to, ...news }: About & News): Promise<void> {
  const { email, locale } = to;
  const facts = { number: row.number, subject: row.subject, link: ticketLink(deps, row.id) };
  if ('text' in news)
    await postMail(tx, deps, { kind: news.kind, to: email, locale, facts: { ...facts, text: news.text } });
  else await postMail(tx, deps, { kind: news.kind, to: email, locale, facts });
}

function ticketLink({ publicUrl }: Pick<Deps, 'publicUrl'>, id: string): string {
  return `${publicUrl}/customer/tickets/show/${id}`;
}
