import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { ComparedStock } from '#contract/admin-stock.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle } from '../customer/page/page-states.tsx';
import { ForeignText } from '../ui/text.tsx';
import { BookButtons, useBooking } from './book-scans.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { Copies } from './inventory-area.tsx';
import { useScanList, type ScanList, type ScannedLine } from './scan-list.ts';
import { Scanner } from './scanner.tsx';

const countedLines = (lines: readonly ScannedLine[]) =>
  lines.map(({ id, qty, at }) => ({ id, counted: qty, age: Math.max(0, Math.round((Date.now() - at) / 1000)) }));

/** A stocktake: books on the shelf are scanned, compared with the stock, and booked. */
export function StocktakePage() {
  const t = useTranslations('adminInventory.stocktake');
  const list = useScanList('stocktake');
  const { id, lines, words: note } = list;
  const booking = useBooking(list, {
    send: () =>
      sendRequest('bookStockCount', {
        body: { id, ...(note.trim() !== '' && { note }), lines: countedLines(lines) },
      }),
    done: (counts) => t('done', counts),
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <p className="lead">{t('lead')}</p>
      <label className="field scan-words">
        <span>{t('note')}</span>
        <input
          type="text"
          value={note}
          maxLength={500}
          autoComplete="off"
          disabled={list.isSent}
          onChange={({ target }) => list.setWords(target.value)}
        />
      </label>
      <Scanner list={list} least={0} />
      {lines.length === 0 ? (
        <EmptyState title={t('start')} text={t('startText')} />
      ) : (
        <Comparison key={lines.map((line) => `${line.id}:${line.qty}`).join()} list={list} booking={booking} />
      )}
    </div>
  );
}

type ComparisonProps = { list: ScanList; booking: ReturnType<typeof useBooking> };

/** What the count would change; booked only once that was seen. */
function Comparison({ list, booking }: ComparisonProps) {
  const t = useTranslations('adminInventory.stocktake');
  const errors = useTranslations('adminInventory.errors');
  const onError = useStaffErrorToast({ not_found: errors('not_found') });
  const compare = useMutation({
    mutationFn: () => sendRequest('compareStockCount', { body: { lines: countedLines(list.lines) } }),
    onError,
  });
  if (list.isSent) return <BookButtons list={list} booking={booking} label={t('book')} />;
  return (
    <>
      <button type="button" className="button" disabled={compare.isPending} onClick={() => compare.mutate()}>
        {t('compare')}
      </button>
      {compare.data && (
        <section aria-labelledby="differences">
          <h2 id="differences">{t('differences')}</h2>
          <Differences rows={compare.data.rows} lines={list.lines} />
          <BookButtons list={list} booking={booking} label={t('book')} />
        </section>
      )}
    </>
  );
}

function Differences({ rows, lines }: { rows: readonly ComparedStock[]; lines: readonly ScannedLine[] }) {
  const t = useTranslations('adminInventory.stocktake');
  const differing = rows.filter((row) => row.difference !== 0 || row.missing > 0 || row.is_outdated);
  return (
    <>
      <p>{t('equal', { count: rows.length - differing.length })}</p>
      {differing.length > 0 && (
        <div className="admin-table">
          <table>
            <thead>
              <tr>
                {(['name', 'expected', 'counted', 'difference'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differing.map((row) => (
                <Difference key={row.id} row={row} line={lines.find(({ id }) => id === row.id)!} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Difference({ row, line }: { row: ComparedStock; line: ScannedLine }) {
  const t = useTranslations('adminInventory.stocktake');
  return (
    <tr>
      <td className="is-detail">
        <ForeignText text={line.title} language={line.language} />
        {row.missing > 0 && <small>{t('missing', { count: row.missing })}</small>}
        {row.is_outdated && <small>{t('outdated')}</small>}
      </td>
      {(['expected', 'counted', 'difference'] as const).map((column) => (
        <td key={column} className="is-detail">
          <span className="inventory-label">{t(column)} </span>
          <Copies of={row[column]} isChange={column === 'difference'} />
        </td>
      ))}
    </tr>
  );
}
