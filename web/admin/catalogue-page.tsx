import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TitleRow } from '#contract/admin-catalogue.ts';
import { TITLE_FILTERS, TITLE_SEARCH_LENGTH, type TitleFilter } from '#domain/catalogue/staff-work.ts';
import { senFromRinggit } from '#domain/money.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { FilterLink } from '../customer/page/filter-link.tsx';
import { SearchField } from '../customer/page/search-field.tsx';
import { useFilter } from '../customer/page/use-filter.ts';
import { Cover } from '../ui/cover.tsx';
import { Count, ForeignText, Price, useMoney } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { DataTable, usePages, type Column } from './data-table.tsx';
import { useCan } from './layout.tsx';
import { More, type ListQuery } from './long-table.tsx';
import { StatusFilter } from './status-filter.tsx';

export function CataloguePage() {
  return (
    <AdminMessages of="adminCatalogue">
      <Catalogue />
    </AdminMessages>
  );
}

/** The titles that the address asks for, page by page, as rows of a list; `kind` names what becomes of them. */
export function useTitleList<Row>(kind: string, rowsOf: (titles: readonly TitleRow[]) => Row[]): ListQuery<Row> {
  const [search] = useSearchParams();
  const status = TITLE_FILTERS.find((one) => one === search.get('status'));
  const filter = {
    ...(search.get('q') && { q: search.get('q')! }),
    ...(status && { status: status satisfies TitleFilter }),
  };
  return usePages(['titles', kind, filter], async (before, signal) => {
    const query = { limit: 50, ...filter, ...(before && { before: Number(before) }) };
    const { rows, next } = await sendRequest('listAllTitles', { query, signal });
    return { rows: rowsOf(rows), next: next === null ? null : String(next) };
  });
}

type ListedTitle = Omit<TitleRow, 'id'> & { id: string };

const listedTitles = (titles: readonly TitleRow[]): ListedTitle[] =>
  titles.map((title) => ({ ...title, id: String(title.id) }));

/** All titles: found by the search of the shop, filtered by the URL. */
function Catalogue() {
  const t = useTranslations('adminCatalogue.list');
  const can = useCan();
  const titles = useTitleList('list', listedTitles);
  const columns = useColumns();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      {can('catalogue.write') && (
        <p className="admin-actions">
          <Link to="/catalogue/grid">{t('grid')}</Link>
          <Link to="/catalogue/prices">{t('prices')}</Link>
        </p>
      )}
      <TitleFilters />
      <QueryContent query={titles}>
        {(rows) =>
          rows.length === 0 ? (
            <NoTitles list={titles} />
          ) : (
            <div className="catalogue-table">
              <DataTable label={t('title')} list={titles} columns={columns} />
            </div>
          )
        }
      </QueryContent>
    </div>
  );
}

export function TitleFilters() {
  const t = useTranslations('adminCatalogue.list');
  const { search, setFilter } = useFilter();
  return (
    <div className="admin-filters">
      <SearchField
        label={t('search')}
        value={search.get('q') ?? ''}
        onSearch={(query) => setFilter('q', query)}
        maxLength={TITLE_SEARCH_LENGTH}
      />
      <StatusFilter
        label={t('status')}
        all={t('all')}
        options={TITLE_FILTERS.map((one) => [one, t(`filters.${one}`)])}
      />
    </div>
  );
}

/** Why there is nothing to show; further pages of a filter that looks at many titles may have something. */
export function NoTitles({ list }: { list: ListQuery<unknown> }) {
  const t = useTranslations('adminCatalogue.list');
  const [search] = useSearchParams();
  if (list.hasNextPage)
    return (
      <>
        <p className="lead">{t('noneHere')}</p>
        <More list={list} />
      </>
    );
  if (search.size === 0) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <EmptyState title={t('noResults')} text={t('noResultsText')}>
      <FilterLink className="button button-quiet" to="?">
        {t('showAll')}
      </FilterLink>
    </EmptyState>
  );
}

function useColumns(): Column<ListedTitle>[] {
  const t = useTranslations('adminCatalogue.list');
  const names = useTranslations('common.formats');
  const money = useMoney();
  return useMemo(
    () => [
      { id: 'cover', header: t('cover'), cell: ({ cover }) => <Cover src={cover} size="small" /> },
      { id: 'name', header: t('name'), cell: (title) => <Name title={title} /> },
      {
        id: 'formats',
        header: t('formats'),
        className: 'is-detail',
        cell: ({ formats }) =>
          formats.map(({ id, isbn, format, is_listed: isListed }) => (
            <small key={id}>
              {names(format)} <bdi>{isbn}</bdi>
              {!isListed && <span className="order-state">{t('withdrawn')}</span>}
            </small>
          )),
      },
      {
        id: 'price',
        header: t('price'),
        className: 'is-detail',
        cell: ({ formats }) =>
          formats.map(({ id, list_price: list, member_price: member }) => (
            <small key={id} className="nowrap">
              <Price ringgit={list} className="" />
              {member < list && ` · ${t('members', { price: money(senFromRinggit(member)) })}`}
            </small>
          )),
      },
      {
        id: 'stock',
        header: t('stock'),
        className: 'is-count',
        cell: ({ formats }) =>
          formats.map(({ id, stock }) => (
            <small key={id}>
              <Count of={stock} />
            </small>
          )),
      },
    ],
    [t, names, money],
  );
}

function Name({ title: { id, title, language, contributors } }: { title: ListedTitle }) {
  return (
    <>
      <Link to={`/catalogue/${id}`}>
        <ForeignText text={title} language={language} />
      </Link>
      <small>
        <bdi>{[...new Set(contributors.map(({ name }) => name))].join(', ')}</bdi>
      </small>
    </>
  );
}
