import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isSignedIn, onSessionChange } from '../../browser/session.ts';
import { newestTickets } from './newest-tickets.ts';

/** In how many of the customer's tickets an answer waits; none until that is known. */
export function useUnreadTickets(): number {
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn);
  const { data } = useQuery({ ...newestTickets, select: ({ unread }) => unread, enabled: isMember });
  return data ?? 0;
}
