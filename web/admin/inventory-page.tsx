import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { StockRow } from '#contract/admin-stock.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { SearchField } from '../customer/page/search-field.tsx';
import { ForeignText } from '../ui/text.tsx';
import { Copies } from './inventory-area.tsx';

const SEARCH_LENGTH = 200;

/** Formats with their stock, found by an ISBN or by words of their title. */
export function InventoryPage() {
  const t = useTranslations('adminInventory.stock');
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const stock = useQuery({
    queryKey: ['stock', q],
    queryFn: ({ signal }) => sendRequest('listStock', { query: { q }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <div className="admin-filters">
        <SearchField
          label={t('search')}
          value={q}
          onSearch={(query) => setSearch(query === '' ? {} : { q: query })}
          maxLength={SEARCH_LENGTH}
        />
      </div>
      <QueryContent query={stock}>{({ rows }) => <Found rows={rows} isSearched={q !== ''} />}</QueryContent>
    </div>
  );
}

function Found({ rows, isSearched }: { rows: readonly StockRow[]; isSearched: boolean }) {
  const t = useTranslations('adminInventory.stock');
  if (!isSearched) return <EmptyState title={t('start')} text={t('startText')} />;
  if (rows.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <div className="admin-table">
      <table>
        <thead>
          <tr>
            {(['name', 'isbn', 'inStock', 'awaited'] as const).map((column) => (
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

function Row({ row: { id, title, language, format, isbn, stock, awaited } }: { row: StockRow }) {
  const t = useTranslations('adminInventory.stock');
  const formats = useTranslations('common.formats');
  return (
    <tr>
      <td className="is-detail">
        <Link to={`/inventory/formats/${id}`}>
          <ForeignText text={title} language={language} />
        </Link>
        <small>{formats(format)}</small>
      </td>
      <td className="is-detail">{isbn && <bdi dir="ltr">{isbn}</bdi>}</td>
      <td className="is-detail">
        <span className="inventory-label">{t('inStock')} </span>
        <Copies of={stock} />
      </td>
      <td className="is-detail">
        <span className="inventory-label">{t('awaited')} </span>
        <Copies of={awaited} />
      </td>
    </tr>
  );
}
