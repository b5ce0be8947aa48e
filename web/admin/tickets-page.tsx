import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TicketRow } from '#contract/admin-tickets.ts';
import { TICKET_ASSIGNEES, TICKET_STATES } from '#domain/ticket.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { AdminMessages } from './admin-messages.tsx';
import { DataTable, usePages, type Column } from './data-table.tsx';
import { StatusFilter } from './status-filter.tsx';

/** The tickets of all customers and guests, last changed first, filtered by the address. */
export function TicketsPage() {
  return (
    <AdminMessages of="adminTickets">
      <Tickets />
    </AdminMessages>
  );
}

/** For how many days a ticket has not changed. */
const AGES = [1, 2, 7, 30] as const;

function Tickets() {
  const t = useTranslations('admin.tickets');
  const words = useTranslations('adminTickets.list');
  const filter = useFilter();
  const tickets = usePages(['tickets', filter], (before, signal) =>
    sendRequest('listAllTickets', { query: { limit: 100, ...filter, before }, signal }),
  );
  const columns = useColumns();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <div className="admin-filters">
        <StatusFilter
          label={t('status')}
          all={t('all')}
          options={TICKET_STATES.map((state) => [state, t(`states.${state}`)])}
        />
        <StatusFilter
          name="assignee"
          label={words('whose')}
          all={words('anybody')}
          options={[
            ['me', words('mine')],
            ['nobody', words('unassigned')],
          ]}
        />
        <StatusFilter
          name="days"
          label={words('age')}
          all={words('anyAge')}
          options={AGES.map((days) => [String(days), words('days', { count: days })])}
        />
        <Link to="/saved-replies">{words('savedReplies')}</Link>
      </div>
      <QueryContent query={tickets}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneText')} />
          ) : (
            <DataTable label={t('title')} list={tickets} columns={columns} />
          )
        }
      </QueryContent>
    </div>
  );
}

function useFilter() {
  const [search] = useSearchParams();
  const status = TICKET_STATES.find((state) => state === search.get('status'));
  const assignee = TICKET_ASSIGNEES.find((one) => one === search.get('assignee'));
  const days = AGES.find((age) => String(age) === search.get('days'));
  return { ...(status && { status }), ...(assignee && { assignee }), ...(days && { days }) };
}

function useColumns(): Column<TicketRow>[] {
  const t = useTranslations('admin.tickets');
  const words = useTranslations('adminTickets.list');
  const moment = useDateTimeFormat();
  return useMemo(
    () => [
      {
        id: 'subject',
        header: words('subject'),
        cell: ({ number, subject }) => (
          <>
            <Link to={`/tickets/${number}`}>
              <bdi>{subject}</bdi>
            </Link>
            <small>
              <bdi>{number}</bdi>
            </small>
          </>
        ),
      },
      {
        id: 'status',
        header: t('status'),
        cell: ({ status }) => <span className="order-state">{t(`states.${status}`)}</span>,
      },
      { id: 'customer', header: words('customer'), className: 'is-detail', cell: ({ email }) => <bdi>{email}</bdi> },
      {
        id: 'assignee',
        header: words('assignee'),
        className: 'is-detail',
        cell: ({ assignee }) => (assignee ? <bdi>{assignee.name}</bdi> : <small>{words('nobody')}</small>),
      },
      { id: 'changed', header: words('changed'), className: 'is-detail', cell: ({ updated_at: at }) => moment(at) },
    ],
    [t, words, moment],
  );
}
