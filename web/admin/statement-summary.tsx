import { useTranslations } from 'use-intl';
import type { StatementPreview } from '#contract/admin-transfers.ts';
import { senFromRinggit } from '#domain/money.ts';
import { useMoney } from '../ui/text.tsx';

const MAX_UNREAD = 10;

/** What a statement brings as its columns are mapped: how much came in, what is known, and what cannot be read. */
export function StatementSummary({ preview }: { preview: StatementPreview }) {
  const t = useTranslations('adminTransfers.upload');
  const money = useMoney();
  const { header, samples, lines, amount, known, outgoing, unread } = preview;
  return (
    <>
      <p role="status">
        <b>{t('lines', { count: lines, amount: money(senFromRinggit(amount)) })}</b> · {t('known', { count: known })} ·{' '}
        {t('outgoing', { count: outgoing })}
      </p>
      {unread.length > 0 && (
        <div className="alert">
          <p>{t('unread', { count: unread.length })}</p>
          <ul>
            {unread.slice(0, MAX_UNREAD).map(({ row, text }) => (
              <li key={row} dir="auto">
                {t('row', { row, text })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <details>
        <summary>{t('sample')}</summary>
        <div className="admin-table statement-sample" dir="ltr">
          <table>
            <thead>
              <tr>
                {header.map((name, place) => (
                  <th key={place} scope="col">
                    {name || place + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {samples.map((row, place) => (
                <tr key={place}>
                  {header.map((_, column) => (
                    <td key={column} className="is-detail">
                      {row[column]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
