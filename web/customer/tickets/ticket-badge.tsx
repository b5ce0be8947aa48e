import { useTranslations } from 'use-intl';
import { Count } from '../../ui/text.tsx';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { isSignedIn, onSessionChange } from '../../browser/session.ts';

/** The number of tickets with unread replies; renders nothing for none. */
export function TicketBadge() {
  const t = useTranslations('customer.shell');
  const count = useUnreadTickets();
  if (count === 0) return null;
  return (
    <b className="badge">
      <span aria-hidden="true">
        <Count of={count} />
      </span>
      <span className="visually-hidden">{t('unread', { count })}</span>
    </b>
  );
}

/** The number of tickets with unread replies; 0 until it is loaded. */
export function useUnreadTickets(): number {
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn);
  const { data } = useQuery({
    queryKey: ['tickets', 'unread'],
    queryFn: ({ signal }) => sendRequest('listTickets', { query: { limit: 1 }, signal }),
    select: ({ unread }) => unread,
    staleTime: 60_000,
    enabled: isMember,
  });
  return data ?? 0;
}

const MAX_TICKETS = 100;

/** The customer's newest tickets, fetched when one has to be named; empty until they are loaded. */
export function useNewestTickets({ enabled }: { enabled: boolean }): readonly Ticket[] {
  const { data } = useQuery({
    queryKey: ['tickets', 'newest'],
    queryFn: ({ signal }) => sendRequest('listTickets', { query: { limit: MAX_TICKETS }, signal }),
    staleTime: 60_000,
    enabled,
  });
  return data?.rows ?? [];
}
