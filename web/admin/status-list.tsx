import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { DataTable, usePages, useSelection, type Column, type Selection } from './data-table.tsx';
import { useListKeys } from './shortcuts.tsx';
import { StatusFilter } from './status-filter.tsx';

type Page<Row> = { rows: Row[]; next: string | null };
type StatusPageProps<Row, Status extends string> = {
  /** The key of its query. */
  name: string;
  words: { title: string; status: string; all: string; none: string; noneText: string };
  states: readonly (readonly [Status, string])[];
  load: (query: { status?: Status; before?: string }, signal: AbortSignal) => Promise<Page<Row>>;
};
type StatusTableProps<Row, Status extends string> = StatusPageProps<Row, Status> & {
  /** Stable between renders, or every row is rendered anew. */
  columns: readonly Column<Row>[];
  /** What can be done to many rows at once; without it rows cannot be chosen. */
  bulk?: { nameOf: (row: Row) => string; actions: (chosen: Row[], selection: Selection) => ReactNode } | undefined;
};
type StatusListProps<Row, Status extends string> = StatusPageProps<Row, Status> & {
  /** What identifies a row. */
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
};

/** The status that the address filters by. */
function useStatus<Status extends string>(states: StatusPageProps<unknown, Status>['states']): { status?: Status } {
  const [search] = useSearchParams();
  const status = states.map(([state]) => state).find((state) => state === search.get('status'));
  return status ? { status } : {};
}

/** A page with a table, filtered by status in the address; more rows load as its end comes near. */
export function StatusTable<Row extends { id: string }, Status extends string>(props: StatusTableProps<Row, Status>) {
  const { name, words, states, load, columns, bulk } = props;
  const filter = useStatus(states);
  const selection = useSelection(filter.status ?? '');
  const list = usePages([name, filter], (before, signal) => load({ ...filter, ...(before && { before }) }, signal), {
    isPolled: true,
  });
  return (
    <div className="page">
      <PageTitle title={words.title} />
      <StatusFilter label={words.status} all={words.all} options={states} />
      <QueryContent query={list}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={words.none} text={words.noneText} />
          ) : (
            <>
              {bulk?.actions(
                rows.filter(({ id }) => selection.ids[id]),
                selection,
              )}
              <DataTable
                label={words.title}
                list={list}
                columns={columns}
                {...(bulk && { selection: { ...selection, nameOf: bulk.nameOf } })}
              />
            </>
          )
        }
      </QueryContent>
    </div>
  );
}

/** A page with a list of rows that are worked on in place, filtered by status and paged in the address. */
export function StatusList<Row, Status extends string>(props: StatusListProps<Row, Status>) {
  const { name, words, states, load, keyOf, children } = props;
  const [search] = useSearchParams();
  const filter = useStatus(states);
  const before = search.get('before') ?? undefined;
  const query = { ...filter, ...(before && { before }) };
  const listKeys = useListKeys();
  const page = useQuery({
    queryKey: [name, query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return (
    <div className="page">
      <PageTitle title={words.title} />
      <StatusFilter label={words.status} all={words.all} options={states} />
      <QueryContent query={page}>
        {({ rows, next }) =>
          rows.length === 0 ? (
            <EmptyState title={words.none} text={words.noneText} />
          ) : (
            <>
              <ul className="admin-list" ref={listKeys}>
                {rows.map((row) => (
                  <Fragment key={keyOf(row)}>{children(row)}</Fragment>
                ))}
              </ul>
              <Pages next={next} />
            </>
          )
        }
      </QueryContent>
    </div>
  );
}

/** The links between the pages of a list; `next` is the `before` of the next one. */
export function Pages({ next }: { next: string | null }) {
  const t = useTranslations('admin.pages');
  const [search] = useSearchParams();
  const pageFrom = (before?: string) => {
    const query = new URLSearchParams(search);
    query.delete('before');
    if (before !== undefined) query.set('before', before);
    return `?${query}`;
  };
  return (
    <nav className="admin-pages" aria-label={t('label')}>
      {search.has('before') && <Link to={pageFrom()}>{t('newest')}</Link>}
      {next !== null && <Link to={pageFrom(next)}>{t('older')}</Link>}
    </nav>
  );
}
