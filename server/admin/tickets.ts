import type { BodyOf } from '#contract/endpoint.ts';
import type { answerTicket as answerContract } from '#contract/admin-tickets.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { answerTicket } from '../tickets/conversation.ts';
import { requireTicketByNumber } from '../tickets/queries.ts';
import { closeTicket, lockTicket } from '../tickets/transition-ticket.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

/**
 * Answers a ticket under the name of the member of staff. Throws `not_found`, and `too_late` where it has other messages than
 * those that were read: a colleague has answered, or the customer has written again.
 */
export function answer(
  deps: Deps,
  request: StaffRequest,
  { number, replies, message }: BodyOf<typeof answerContract>,
): Promise<void> {
  return runAsStaff(deps, request, { verb: 'ticket reply', about: number }, async (inside) => {
    await lockTicket(inside.db, { number });
    const { messages } = await requireTicketByNumber(inside.db, number);
    if (messages.length !== replies) throwApiError('too_late');
    await answerTicket(inside, { number, actor: request.principal.name, message });
  });
}

/** Closes a ticket; one that is closed stays so. Throws `not_found`. */
export function close(deps: Deps, request: StaffRequest, { number }: { number: string }): Promise<void> {
  return runAsStaff(deps, request, { verb: 'ticket close', about: number }, async (inside) => {
    await closeTicket(inside, { number }, request.principal.name);
  });
}
