import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/admin-tickets.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { answerTicket } from '../tickets/conversation.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { requireTicketByNumber } from '../tickets/queries.ts';
import { listSavedReplies, removeReply, saveReply } from '../tickets/saved-replies.ts';
import {
  addTicketNote,
  assignTicket,
  listTicketPage,
  mergeTickets,
  requireStaffTicket,
} from '../tickets/staff-work.ts';
import { closeTicket, lockTicket } from '../tickets/transition-ticket.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

export function ticketHandlers(deps: Deps): Pick<Handlers, keyof typeof contract> {
  const { db, preparedDb } = deps;
  return {
    listAllTickets: ({ query, principal }) => listTicketPage(preparedDb, principal.customerId, query),
    getAnyTicket: ({ params }) => requireStaffTicket(preparedDb, params.number),
    answerTicket: ({ body, principal, client }) => answer(deps, { principal, client }, body),
    closeAnyTicket: ({ body, principal, client }) => close(deps, { principal, client }, body),
    assignTicket: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'ticket assign', about: body.number }, (inside) =>
        assignTicket(inside.db, body),
      ),
    addTicketNote: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'ticket note', about: body.number }, (inside) =>
        addTicketNote(inside.db, { ...body, author: principal.name }),
      ),
    mergeTickets: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: `ticket merge ${body.into}`, about: body.number }, (inside) =>
        mergeTickets(inside.db, { ...body, actor: principal.name }),
      ),
    listSavedReplies: async () => ({ rows: await listSavedReplies(db) }),
    saveSavedReply: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'reply save', about: body.name }, (inside) =>
        saveReply(inside.db, body),
      ),
    removeSavedReply: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'reply remove', about: body.id }, (inside) =>
        removeReply(inside.db, body.id),
      ),
  };
}

/**
 * Answers a ticket under the name of the member of staff. Throws `not_found`, and `too_late` where it has other messages than
 * those that were read: a colleague has answered, or the customer has written again.
 */
function answer(
  deps: Deps,
  request: StaffRequest,
  { number, replies, message }: BodyOf<typeof contract.answerTicket>,
): Promise<void> {
  return runAsStaff(deps, request, { verb: 'ticket reply', about: number }, async (inside) => {
    await lockTicket(inside.db, { number });
    const { messages } = await requireTicketByNumber(inside.db, number);
    if (messages.length !== replies) throwApiError('too_late');
    await answerTicket(inside, { number, actor: request.principal.name, message });
  });
}

/** Closes a ticket; one that is closed stays so. Throws `not_found`. */
function close(deps: Deps, request: StaffRequest, { number }: { number: string }): Promise<void> {
  return runAsStaff(deps, request, { verb: 'ticket close', about: number }, async (inside) => {
    await closeTicket(inside, { number }, request.principal.name);
  });
}
