import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getTicket, listTicketReplies, type TicketReply, type TicketWithTimeline } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';

/** A ticket with what was written in it. */
export type Conversation = { ticket: TicketWithTimeline; replies: TicketReply[] };

export function ticketKey(id: string): QueryKey {
  return ['ticket', id];
}

/**
 * One ticket, read: its unread mark goes off first and what was written is asked for after that, so that no answer is
 * marked as read unseen. The lists, which show the mark, are asked again.
 */
export function useTicket(id: string) {
  const queries = useQueryClient();
  const conversation = useQuery({
    queryKey: ticketKey(id),
    queryFn: async ({ signal }): Promise<Conversation> => {
      const ticket = await call(getTicket, { body: { id }, signal });
      return { ticket, replies: await call(listTicketReplies, { body: { id }, signal }) };
    },
  });
  const written = conversation.data?.replies.length;
  useEffect(() => {
    if (written !== undefined) void queries.invalidateQueries({ queryKey: ['tickets'] });
  }, [written, queries]);
  return conversation;
}
