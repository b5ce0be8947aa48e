import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useOutlet } from 'react-router';
import { useTranslations } from 'use-intl';
import { listTickets } from '#contract/tickets.ts';
import { call } from '../browser/client.ts';
import { PageLinks, useAskedPage } from './page-links.tsx';
import { Empty, Loaded } from './page-states.tsx';
import { NewTicket } from './tickets/new-ticket.tsx';
import { TicketList } from './tickets/ticket-list.tsx';

const AT_ONCE = 10;

/** The customer's tickets; an open one stands beside the list, on a phone in its place. */
export function Component() {
  const t = useTranslations('customer.tickets');
  const ticket = useOutlet();
  return (
    <div className={ticket ? 'page tickets has-ticket' : 'page tickets'}>
      <header className="page-head page-head-row">
        {!ticket && <title>{t('title')}</title>}
        <h1>{t('title')}</h1>
        <NewTicket />
      </header>
      <div className="tickets-list">
        <Tickets />
      </div>
      {ticket}
    </div>
  );
}

function Tickets() {
  const t = useTranslations('customer.tickets');
  const page = useAskedPage();
  const tickets = useQuery({
    queryKey: ['tickets', 'page', page],
    queryFn: ({ signal }) => call(listTickets, { query: { page, limit: AT_ONCE }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={tickets}>
      {({ rows, total }) => (
        <>
          {total > 0 ? <TicketList tickets={rows} /> : <Empty title={t('empty')} text={t('emptyText')} />}
          <PageLinks page={page} total={total} limit={AT_ONCE} />
        </>
      )}
    </Loaded>
  );
}
