import type { InboundOutcome } from '#contract/tickets.ts';
import { requireCustomer } from '../accounts/customers.ts';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { inboundEmail, ticketNote } from '../db/tables.ts';
import { ticketOfReplyAddress } from '../emails/reply-address.ts';
import { isSameText } from '../secrets.ts';
import { getTranslator } from '../translations.ts';
import { readEmail, type InboundEmail } from './read-email.ts';
import { insertReply, lockTicket, sendTicketUpdate, transitionTicket, type TicketRow } from './transition-ticket.ts';

/** Whether a secret is the one that incoming emails come with; false where the shop takes none. */
export function isInboundSecret({ config: { inboundEmailSecret: own } }: Deps, given: string | undefined): boolean {
  return own !== undefined && given !== undefined && isSameText(given, own);
}

const MAX_MESSAGE = 10_000;
const MAX_NOTE = 2000;

/**
 * Takes an answer to an email about a ticket, once. From the address of the ticket's owner it is a message as that of the
 * form, which opens a closed ticket again; from another address it is a note for the staff, who have the ticket to look at
 * again. What no person wrote, and what goes to no ticket, is ignored. Throws `too_many_requests`, so that it comes again.
 */
export async function receiveEmail(deps: Deps, source: Uint8Array): Promise<InboundOutcome> {
  const email = await readEmail(source);
  const number = email && firstTicket(deps, email.recipients);
  if (!email || number === undefined || email.isAutomatic) return 'ignored';
  await deps.consumeRateLimit('ticket-reply', `email:${number}`);
  return deps.db
    .transaction(async (tx) => {
      const row = await lockTicket(tx, { number });
      const owner = await ownerOf(tx, row);
      const outcome = owner.email === email.from ? 'reply' : 'note';
      if (!(await recordEmail(tx, row.id, email, outcome))) return 'duplicate';
      await (outcome === 'reply' ? addReply(tx, deps, { row, owner, email }) : addNote(tx, row, email));
      return outcome;
    })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') return 'ignored';
      throw error;
    });
}

function firstTicket(deps: Deps, recipients: readonly string[]): string | undefined {
  return recipients.map((address) => ticketOfReplyAddress(deps, address)).find((number) => number !== undefined);
}

type Owner = { email: string; name: string; locale: TicketRow['guestLocale'] & string };

async function ownerOf(tx: Database, { customerId, guestEmail, guestName, guestLocale }: TicketRow): Promise<Owner> {
  if (customerId === null) return { email: guestEmail!, name: guestName!, locale: guestLocale! };
  const { email, displayName: name, locale } = await requireCustomer(tx, customerId);
  return { email, name, locale };
}

/** Records an email under the lock of its ticket; false where it came before. */
async function recordEmail(
  tx: Database,
  ticketId: string,
  { hash: messageHash }: InboundEmail,
  outcome: 'reply' | 'note',
): Promise<boolean> {
  const { rowCount } = await tx.insert(inboundEmail).values({ ticketId, messageHash, outcome }).onConflictDoNothing();
  return rowCount === 1;
}

type Reply = { row: TicketRow; owner: Owner; email: InboundEmail };

async function addReply(tx: Database, deps: Deps, { row, owner, email }: Reply): Promise<void> {
  const message = messageOf(email, owner.locale);
  await transitionTicket(tx, row, { action: 'reply', actor: 'customer' });
  await insertReply(tx, row.id, { author: 'customer', name: owner.name, message });
  if (row.state === 'closed' && row.customerId !== null)
    await sendTicketUpdate(tx, deps, { kind: 'ticket_reopened', row });
}

/** The text, cut to what a message may have, with the names of what was not taken. */
function messageOf({ text, attachments }: InboundEmail, locale: Owner['locale']): string {
  const t = getTranslator(locale);
  const names = attachments.join(', ');
  const left = names === '' ? '' : t('server.inboundEmail.attachments', { names });
  const room = MAX_MESSAGE - left.length - 2;
  const shown = text.length > room ? `${text.slice(0, room - 1).toWellFormed()}…` : text;
  return [shown, left].filter(Boolean).join('\n\n') || t('server.inboundEmail.empty');
}

/** Under the address that it came from, which is nobody's of the staff. */
async function addNote(tx: Database, row: TicketRow, { from = '?', text, attachments }: InboundEmail): Promise<void> {
  const whole = [text, ...attachments.map((name) => `[${name}]`)].filter(Boolean).join('\n') || '[]';
  const shown = whole.length > MAX_NOTE ? `${whole.slice(0, MAX_NOTE - 1).toWellFormed()}…` : whole;
  await tx.insert(ticketNote).values({ ticketId: row.id, author: from, text: shown });
  await transitionTicket(tx, row, { action: 'reply', actor: 'email' });
}
