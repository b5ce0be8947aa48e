/** `open` waits for the shop, `answered` for the customer, `closed` for nobody. */
export const TICKET_STATES = ['open', 'answered', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Whose tickets somebody of the staff looks for. */
export const TICKET_ASSIGNEES = ['me', 'nobody'] as const;
export type TicketAssignee = (typeof TICKET_ASSIGNEES)[number];

/** What is done to a ticket: the customer replies, closes and reopens, the staff answers and closes. */
export const TICKET_ACTIONS = ['reply', 'answer', 'close', 'reopen'] as const;
export type TicketAction = (typeof TICKET_ACTIONS)[number];

/** The state after an action, by the state before. A state that is missing here is not changed. */
export const TICKET_TRANSITIONS: Record<TicketAction, Partial<Record<TicketState, TicketState>>> = {
  reply: { answered: 'open', closed: 'open' },
  answer: { open: 'answered', closed: 'answered' },
  close: { open: 'closed', answered: 'closed' },
  reopen: { closed: 'open' },
};

/** The state of a ticket after an action, or undefined if it does not change. */
export function nextTicketState(action: TicketAction, from: TicketState): TicketState | undefined {
  return TICKET_TRANSITIONS[action][from];
}
