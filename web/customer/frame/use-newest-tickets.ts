import { useQuery } from '@tanstack/react-query';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';

const MOST = 100;

/** The customer's newest tickets, for the menu; none until they are there. */
export function useNewestTickets(): readonly Ticket[] {
  const { data } = useQuery({
    queryKey: ['tickets', 'newest'],
    queryFn: ({ signal }) => call(listTickets, { query: { limit: MOST }, signal }),
    staleTime: 60_000,
  });
  return data?.rows ?? [];
}
