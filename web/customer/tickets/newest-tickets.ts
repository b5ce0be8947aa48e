import { queryOptions } from '@tanstack/react-query';
import { listTickets } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';

const MOST = 100;

/** The customer's newest tickets, asked once for everything in the menu that shows some of them. */
export const newestTickets = queryOptions({
  queryKey: ['tickets', 'newest'],
  queryFn: ({ signal }) => call(listTickets, { query: { limit: MOST }, signal }),
  staleTime: 60_000,
});
