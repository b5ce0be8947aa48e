import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { listTickets } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';
import { isSignedIn, onSessionChange } from '../../browser/session.ts';

/** In how many of the customer's tickets an answer waits, as every page of tickets says; none until that is known. */
export function useUnreadTickets(): number {
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn);
  const { data } = useQuery({
    queryKey: ['tickets', 'unread'],
    queryFn: ({ signal }) => call(listTickets, { query: { limit: 1 }, signal }),
    select: ({ unread }) => unread,
    staleTime: 60_000,
    enabled: isMember,
  });
  return data ?? 0;
}
