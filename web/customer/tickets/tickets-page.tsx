import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useOutlet, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TicketPage } from '#contract/tickets.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { FilterLink } from '../page/filter-link.tsx';
import { Pagination } from '../page/pagination.tsx';
import { EmptyState, QueryContent } from '../page/page-states.tsx';
import {
  TicketFilters,
  useFilterSearch,
  useTicketFilter,
  useNewTicketSearch,
  useIsNewTicketRequested,
} from './ticket-filters.tsx';
import { TicketList } from './ticket-summary.tsx';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyWithPreload, useLoadOrToast } from '../shell/lazy-with-preload.ts';

const PAGE_SIZE = 10;

/** The customer's tickets; an open one is shown beside the list, on a phone instead of it. */
export function Component() {
  const t = useTranslations('area.tickets');
  const ticket = useOutlet();
  return (
    <div className={ticket ? 'page has-open-ticket' : 'page'}>
      <div className="tickets-list">
        <header className="page-head-row">
          {!ticket && <title>{t('title')}</title>}
          {ticket ? <p className="tickets-title">{t('title')}</p> : <h1>{t('title')}</h1>}
          <NewTicketButton />
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
    queryFn: ({ signal }) => sendRequest('listTickets', { query: { ...filter, page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TicketFilters counts={tickets.data?.counts} />
      <QueryContent query={tickets}>
        {(found) => <TicketResults found={found} isOld={tickets.isPlaceholderData} />}
      </QueryContent>
    </>
  );
}

function TicketResults({ found: { rows, total }, isOld }: { found: TicketPage; isOld: boolean }) {
  const t = useTranslations('area.tickets');
  const { page } = useTicketFilter();
  const searchWith = useFilterSearch();
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('resultCount', { count: total })}
      </p>
      {total > 0 ? <TicketList tickets={rows} search={searchWith()} /> : <NoTickets />}
      <Pagination page={page} total={total} limit={PAGE_SIZE} isPlaceholder={isOld} />
    </>
  );
}

function NoTickets() {
  const t = useTranslations('area.tickets');
  const { isFiltered } = useTicketFilter();
  if (!isFiltered) return <EmptyState title={t('empty')} text={t('emptyText')} />;
  return (
    <EmptyState title={t('noResults')}>
      <FilterLink to="/tickets">{t('showAll')}</FilterLink>
    </EmptyState>
  );
}

const NewTicketDialog = lazyWithPreload(async () => (await import('./new-ticket-dialog.tsx')).NewTicketDialog);

/** The link to a new ticket and its dialog; `?new=1` opens the dialog from anywhere, with the context of the URL. */
export function NewTicketButton() {
  const t = useTranslations('area.tickets');
  const isLoaded = useIsDialogLoaded();
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <>
      <Link
        ref={link}
        className="button"
        to={useNewTicketSearch()}
        replace
        onPointerEnter={NewTicketDialog.preload}
        onFocus={NewTicketDialog.preload}
      >
        <MessageSquarePlus aria-hidden="true" size={18} />
        {t('open')}
      </Link>
      <Suspense>{isLoaded && <NewTicketDialog finalFocus={link} />}</Suspense>
    </>
  );
}

/** Whether the dialog's script is loaded; it is loaded whenever the URL opens the dialog. */
function useIsDialogLoaded(): boolean {
  const loadOrToast = useLoadOrToast();
  const [isLoaded, setLoaded] = useState(false);
  const isRequested = useIsNewTicketRequested();
  const { key } = useLocation();
  const onRequested = useEffectEvent(() => void loadOrToast(NewTicketDialog).then(setLoaded));
  useEffect(() => {
    if (isRequested) onRequested();
  }, [isRequested, key]);
  return isLoaded;
}
