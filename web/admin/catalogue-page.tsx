import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TitleRow } from '#contract/admin-catalogue.ts';
import { TITLE_FILTERS, TITLE_SEARCH_LENGTH, type TitleFilter } from '#domain/catalogue/staff-work.ts';
import { senFromRinggit } from '#domain/money.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { SearchField } from '../customer/page/search-field.tsx';
import { Cover } from '../ui/cover.tsx';
import { Count, ForeignText, Price, useMoney } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useCan } from './layout.tsx';
import { StatusFilter } from './status-filter.tsx';

export function CataloguePage() {
  return (
    <AdminMessages of="adminCatalogue">
      <Catalogue />
    </AdminMessages>
  );
}

/** All titles: found by the search of the shop, filtered by the URL. */
function Catalogue() {
  const t = useTranslations('adminCatalogue.list');
  const can = useCan();
  const [search] = useSearchParams();
  const status = TITLE_FILTERS.find((one) => one === search.get('status'));
  const before = Number(search.get('before'));
  const filter = {
    ...(search.get('q') && { q: search.get('q')! }),
    ...(status && { status: status satisfies TitleFilter }),
    ...(before > 0 && { before }),
  };
  const titles = useQuery({
    queryKey: ['titles', filter],
    queryFn: ({ signal }) => sendRequest('listAllTitles', { query: { limit: 50, ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      {can('catalogue.write') && (
        <p>
          <Link to="/catalogue/prices">{t('prices')}</Link>
        </p>
      )}
      <Filters />
      <QueryContent query={titles}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <NoTitles hasNext={next !== null} isFiltered={search.size > 0} />
            ) : (
              <Titles rows={rows} />
            )}
            <Pages next={next} />
          </>
        )}
      </QueryContent>
    </div>
  );
}

function Filters() {
  const t = useTranslations('adminCatalogue.list');
  const [search, setSearch] = useSearchParams();
  const find = (query: string) => {
    const next = new URLSearchParams(search);
    next.delete('before');
    if (query === '') next.delete('q');
    else next.set('q', query);
    setSearch(next);
  };
  return (
    <div className="admin-filters">
      <SearchField label={t('search')} value={search.get('q') ?? ''} onSearch={find} maxLength={TITLE_SEARCH_LENGTH} />
      <StatusFilter
        label={t('status')}
        all={t('all')}
        options={TITLE_FILTERS.map((one) => [one, t(`filters.${one}`)])}
      />
    </div>
  );
}

function NoTitles({ hasNext, isFiltered }: { hasNext: boolean; isFiltered: boolean }) {
  const t = useTranslations('adminCatalogue.list');
  if (hasNext) return <p className="lead">{t('noneHere')}</p>;
  if (!isFiltered) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <EmptyState title={t('noResults')} text={t('noResultsText')}>
      <Link className="button button-quiet" to="/catalogue">
        {t('showAll')}
      </Link>
    </EmptyState>
  );
}

const COLUMNS = ['cover', 'name', 'formats', 'price', 'stock'] as const;

function Titles({ rows }: { rows: readonly TitleRow[] }) {
  const t = useTranslations('adminCatalogue.list');
  return (
    <div className="admin-table catalogue-table">
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row: { id, title, language, contributors, cover, formats } }: { row: TitleRow }) {
  const t = useTranslations('adminCatalogue.list');
  const names = useTranslations('common.formats');
  const money = useMoney();
  return (
    <tr>
      <td>
        <Cover src={cover} size="small" />
      </td>
      <td className="is-detail">
        <Link to={`/catalogue/${id}`}>
          <ForeignText text={title} language={language} />
        </Link>
        <small>
          <bdi>{contributors.map(({ name }) => name).join(', ')}</bdi>
        </small>
      </td>
      <td className="is-detail">
        {formats.map(({ id: format, isbn, format: kind, is_listed: isListed }) => (
          <small key={format}>
            {names(kind)} <bdi>{isbn}</bdi>
            {!isListed && <span className="order-state">{t('withdrawn')}</span>}
          </small>
        ))}
      </td>
      <td className="is-detail">
        {formats.map(({ id: format, list_price: list, member_price: member }) => (
          <small key={format} className="nowrap">
            <Price ringgit={list} className="" />
            {member < list && ` · ${t('members', { price: money(senFromRinggit(member)) })}`}
          </small>
        ))}
      </td>
      <td className="is-count">
        {formats.map(({ id: format, stock }) => (
          <small key={format}>
            <Count of={stock} />
          </small>
        ))}
      </td>
    </tr>
  );
}

function Pages({ next }: { next: number | null }) {
  const t = useTranslations('adminCatalogue.list');
  const [search] = useSearchParams();
  const pageFrom = (before: number | null) => {
    const query = new URLSearchParams(search);
    query.delete('before');
    if (before !== null) query.set('before', String(before));
    return `?${query}`;
  };
  return (
    <nav className="admin-pages" aria-label={t('title')}>
      {search.has('before') && <Link to={pageFrom(null)}>{t('first')}</Link>}
      {next !== null && <Link to={pageFrom(next)}>{t('next')}</Link>}
    </nav>
  );
}
