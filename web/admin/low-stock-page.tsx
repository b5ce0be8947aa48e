import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LowStockRow } from '#contract/admin-reorder.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { ForeignText } from '../ui/text.tsx';
import { Copies } from './inventory-area.tsx';

const COLUMNS = ['stock', 'awaited', 'waiting', 'sold', 'on_order', 'low_stock'] as const;

/** Formats with few or no copies left, those with the most open demand first. */
export function LowStockPage() {
  const t = useTranslations('adminInventory.low');
  const [search] = useSearchParams();
  const before = search.get('before') ?? undefined;
  const low = useQuery({
    queryKey: ['low-stock', before],
    queryFn: ({ signal }) => sendRequest('listLowStock', { query: { before }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <p className="lead">{t('lead')}</p>
      <QueryContent query={low}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? <EmptyState title={t('none')} text={t('noneText')} /> : <LowTable rows={rows} />}
            <nav className="admin-pages" aria-label={t('title')}>
              {before !== undefined && <Link to="?">{t('first')}</Link>}
              {next !== null && <Link to={`?before=${next}`}>{t('next')}</Link>}
            </nav>
          </>
        )}
      </QueryContent>
    </div>
  );
}

function LowTable({ rows }: { rows: readonly LowStockRow[] }) {
  const t = useTranslations('adminInventory');
  return (
    <div className="admin-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('stock.name')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`demand.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="is-detail">
                <Link to={`/inventory/formats/${row.id}`}>
                  <ForeignText text={row.title} language={row.language} />
                </Link>
                <FormatOf row={row} />
              </td>
              {COLUMNS.map((column) => (
                <td key={column} className="is-detail">
                  <span className="inventory-label">{t(`demand.${column}`)} </span>
                  <Copies of={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which format of a title it is, and its ISBN. */
export function FormatOf({ row: { format, isbn } }: { row: Pick<LowStockRow, 'format' | 'isbn'> }) {
  const t = useTranslations('adminInventory.suggestions');
  const formats = useTranslations('common.formats');
  return (
    <small>
      {formats(format)} · {isbn === null ? t('noIsbn') : <bdi dir="ltr">{isbn}</bdi>}
    </small>
  );
}
