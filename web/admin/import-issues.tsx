import { useTranslations } from 'use-intl';
import type { AnyImport, ImportIssueRow } from '#contract/admin-imports.ts';
import { MAX_LISTED_ROWS } from '#domain/catalogue/import-run.ts';
import { fetchFile } from '../browser/api-client.ts';
import { DownloadButton } from '../customer/page/download-button.tsx';

/** Rows that were not taken, and what is to be said of others. */
export function ImportIssues({ run: { id, issues, applied, compared } }: { run: AnyImport }) {
  const t = useTranslations('adminImports');
  const counts = applied ?? compared;
  if (!counts || issues.set_aside.length + issues.notes.length === 0) return null;
  return (
    <section className="admin-section" aria-labelledby="issues">
      <h2 id="issues">{t('counts.set_aside')}</h2>
      <DownloadButton fetch={() => fetchFile('exportImportIssues', { params: { id } })} name="import-rows.csv">
        {t('downloadIssues')}
      </DownloadButton>
      {(['set_aside', 'notes'] as const).map(
        (list) =>
          issues[list].length > 0 && (
            <details key={list} className="import-list" open={list === 'set_aside'}>
              <summary>{t('count', { name: t(`counts.${list}`), count: counts[list] })}</summary>
              {counts[list] > MAX_LISTED_ROWS && (
                <p className="field-hint">{t('listed', { count: MAX_LISTED_ROWS, total: counts[list] })}</p>
              )}
              <Issues label={t(`counts.${list}`)} rows={issues[list]} />
            </details>
          ),
      )}
    </section>
  );
}

/** Reasons whose words say all that there is to say. */
const COMPLETE: ReadonlySet<ImportIssueRow['code']> = new Set([
  'nothing_to_update',
  'no_format',
  'no_price',
  'no_rights',
  'withdrawn',
  'not_sold',
  'repeated',
  'capped',
]);

function Issues({ label, rows }: { label: string; rows: readonly ImportIssueRow[] }) {
  const t = useTranslations('adminImports');
  return (
    <div className="admin-table">
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('row')}</th>
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t('whatToDoColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, code, line, file, reference, title, reason }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            <tr key={place}>
              <td>{t('number', { count: line })}</td>
              <td className="is-detail">
                <bdi>{title || reference}</bdi>
                <small>
                  {t(`issueKinds.${kind}`)} <bdi>{file}</bdi>
                </small>
              </td>
              <td className="is-detail">
                {t(`reasons.${code}`)}
                {!COMPLETE.has(code) && (
                  <small dir="ltr" lang="en">
                    {reason}
                  </small>
                )}
              </td>
              <td className="is-detail">{t(`whatToDo.${kind}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
