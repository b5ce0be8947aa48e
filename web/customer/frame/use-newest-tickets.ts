import { useQuery } from '@tanstack/react-query';
import type { Ticket } from '#contract/tickets.ts';
import { newestTickets } from '../tickets/newest-tickets.ts';

/** The customer's newest tickets, for the menu; none until they are there. */
export function useNewestTickets(): readonly Ticket[] {
  const { data } = useQuery(newestTickets);
  return data?.rows ?? [];
}
