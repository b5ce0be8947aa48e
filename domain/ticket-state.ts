/** `open` waits for the shop, `answered` for the customer, `closed` for nobody. */
export const TICKET_STATES = ['open', 'answered', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** What is done to a ticket: the customer replies, closes and reopens, the staff answers and closes. */
export const TICKET_DEEDS = ['reply', 'answer', 'close', 'reopen'] as const;
export type TicketDeed = (typeof TICKET_DEEDS)[number];

/** Where a deed leads from each state. From a state that is missing here it leaves the ticket where it is. */
export const TICKET_MOVES: Record<TicketDeed, Partial<Record<TicketState, TicketState>>> = {
  reply: { answered: 'open', closed: 'open' },
  answer: { open: 'answered', closed: 'answered' },
  close: { open: 'closed', answered: 'closed' },
  reopen: { closed: 'open' },
};

/** The state that a deed moves a ticket to, or nothing where the ticket stays as it is. */
export function moveOf(deed: TicketDeed, from: TicketState): TicketState | undefined {
  return TICKET_MOVES[deed][from];
}
