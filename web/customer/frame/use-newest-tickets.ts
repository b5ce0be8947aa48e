import { useQuery } from '@tanstack/react-query';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';

const MOST = 100;

/** The customer's newest tickets, asked for where one is to be named; none until they are there. */
export function useNewestTickets({ enabled }: { enabled: boolean }): readonly Ticket[] {
  const { data } = useQuery({
    queryKey: ['tickets', 'newest'],
    queryFn: ({ signal }) => call(listTickets, { query: { limit: MOST }, signal }),
    staleTime: 60_000,
    enabled,
  });
  return data?.rows ?? [];
}
