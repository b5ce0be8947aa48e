import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ImportRow } from '#contract/admin-imports.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { DataTable, usePages, type Column } from './data-table.tsx';
import { ImportChooser } from './import-chooser.tsx';

/** Every import, and a file to begin one with. */
export function ImportsPage() {
  const t = useTranslations('adminImports');
  const imports = usePages(['imports'], (before, signal) =>
    sendRequest('listImports', { query: { before, limit: 50 }, signal }),
  );
  const columns = useColumns();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <section className="admin-section" aria-labelledby="upload">
        <h2 id="upload">{t('upload.title')}</h2>
        <ImportChooser label={t('upload.file')} />
      </section>
      <QueryContent query={imports}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable label={t('title')} list={imports} columns={columns} />
          ) : (
            <EmptyState title={t('none')} text={t('noneText')} />
          )
        }
      </QueryContent>
    </div>
  );
}

function useColumns(): readonly Column<ImportRow>[] {
  const t = useTranslations('adminImports');
  const moment = useDateTimeFormat();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        cell: ({ id, name, source }) => (
          <>
            <Link className="import-name" to={`/imports/${id}`}>
              <bdi>{name}</bdi>
            </Link>
            <small>{t(`sources.${source}`)}</small>
          </>
        ),
      },
      { id: 'status', header: t('status'), cell: (row) => <ImportStatus of={row} /> },
      {
        id: 'result',
        header: t('result'),
        className: 'is-detail',
        cell: ({ compared, applied }) => <ShortResult counts={applied ?? compared} />,
      },
      {
        id: 'started',
        header: t('startedBy'),
        className: 'is-detail',
        cell: ({ created_at: at, source, actor }) => (
          <>
            {moment(at)}
            <small>{source === 'folder' ? t('scheduled') : <bdi>{actor}</bdi>}</small>
          </>
        ),
      },
    ],
    [t, moment],
  );
}

/** The state of an import in a word. */
export function ImportStatus({ of: { status, is_stopping: isStopping } }: { of: ImportRow }) {
  const t = useTranslations('adminImports');
  return <span className={`order-state import-${status}`}>{isStopping ? t('stopping') : t(`statuses.${status}`)}</span>;
}

const SHORT = ['added', 'changed', 'delisted', 'set_aside'] as const;

function ShortResult({ counts }: { counts: ImportRow['compared'] }) {
  const t = useTranslations('adminImports');
  if (!counts) return null;
  const found = SHORT.filter((name) => counts[name] > 0);
  return found.map((name) => (
    <span key={name} className="import-count">
      {t('count', { name: t(`counts.${name}`), count: counts[name] })}
    </span>
  ));
}
