import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useOutlet } from 'react-router';
import { useTranslations } from 'use-intl';
import { listTickets, type TicketPage } from '#contract/tickets.ts';
import { call } from '../browser/client.ts';
import { PageLinks } from './page-links.tsx';
import { Empty, Loaded } from './page-states.tsx';
import { NewTicket } from './tickets/new-ticket.tsx';
import { TicketFilters } from './tickets/ticket-filters.tsx';
import { TicketList } from './tickets/ticket-list.tsx';
import { useFilterSearch, useTicketFilter } from './tickets/use-ticket-filter.ts';

const AT_ONCE = 10;

/** The customer's tickets; an open one stands beside the list, on a phone in its place. */
export function Component() {
  const t = useTranslations('area.tickets');
  const ticket = useOutlet();
  const Heading = ticket ? 'h2' : 'h1';
  return (
    <div className={ticket ? 'page tickets has-ticket' : 'page tickets'}>
      <div className="tickets-list">
        <header className="page-head-row">
          {!ticket && <title>{t('title')}</title>}
          <Heading>{t('title')}</Heading>
          <NewTicket />
        </header>
        <Tickets />
      </div>
      {ticket}
    </div>
  );
}

function Tickets() {
  const { filter, page } = useTicketFilter();
  const tickets = useQuery({
    queryKey: ['tickets', 'page', filter, page],
    queryFn: ({ signal }) => call(listTickets, { query: { ...filter, page, limit: AT_ONCE }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TicketFilters counts={tickets.data?.counts} />
      <Loaded query={tickets}>{(found) => <Found found={found} isOld={tickets.isPlaceholderData} />}</Loaded>
    </>
  );
}

function Found({ found: { rows, total }, isOld }: { found: TicketPage; isOld: boolean }) {
  const t = useTranslations('area.tickets');
  const { page } = useTicketFilter();
  const searchWith = useFilterSearch();
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('found', { count: total })}
      </p>
      {total > 0 ? <TicketList tickets={rows} search={searchWith()} /> : <None />}
      <PageLinks page={page} total={total} limit={AT_ONCE} isOld={isOld} />
    </>
  );
}

function None() {
  const t = useTranslations('area.tickets');
  const { isFiltered } = useTicketFilter();
  if (!isFiltered) return <Empty title={t('empty')} text={t('emptyText')} />;
  return (
    <Empty title={t('none')}>
      <Link to="/tickets">{t('showAll')}</Link>
    </Empty>
  );
}
