import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AuditRow } from '#contract/admin-audit.ts';
import { fetchFile, sendRequest } from '../browser/api-client.ts';
import { DownloadButton } from '../customer/page/download-button.tsx';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { SearchField, useSyncedInput } from '../customer/page/search-field.tsx';
import { useFilter } from '../customer/page/use-filter.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useProof } from '../customer/security/use-proof.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useActorName } from './actor-name.ts';
import { ChangedValues } from './changed-values.tsx';

/** What staff and operators did; the filter is in the URL. */
export function AuditPage() {
  return (
    <AdminMessages of="adminAudit">
      <AuditLog />
    </AdminMessages>
  );
}

const FILTERS = ['who', 'what', 'about', 'from', 'to'] as const;
type FilterName = (typeof FILTERS)[number];

function useAuditFilter() {
  const { search, setFilter } = useFilter();
  const given = (name: string) => (search.get(name) ? [[name, search.get(name)!]] : []);
  const filter = Object.fromEntries(FILTERS.flatMap(given)) as Partial<Record<FilterName, string>>;
  return { filter, before: search.get('before') ?? undefined, setFilter };
}

function AuditLog() {
  const t = useTranslations('adminAudit');
  const { filter, before } = useAuditFilter();
  const entries = useQuery({
    queryKey: ['audit', filter, before],
    queryFn: ({ signal }) => sendRequest('listAuditEntries', { query: { limit: 50, ...filter, before }, signal }),
    placeholderData: keepPreviousData,
  });
  const { withProof, proofDialog } = useProof();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <Filters people={entries.data?.people ?? []} actions={entries.data?.actions ?? []} />
      <DownloadButton
        name="audit-log.csv"
        fetch={() => withProof(() => fetchFile('exportAuditEntries', { query: filter }))}
      >
        {t('export')}
      </DownloadButton>
      {proofDialog}
      <QueryContent query={entries}>
        {({ rows, next }) =>
          rows.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneText')} />
          ) : (
            <>
              <AuditTable rows={rows} />
              <Pages next={next} />
            </>
          )
        }
      </QueryContent>
    </div>
  );
}

function Filters({ people, actions }: { people: readonly string[]; actions: readonly string[] }) {
  const t = useTranslations('adminAudit');
  const actorName = useActorName();
  const { filter, setFilter } = useAuditFilter();
  return (
    <div className="admin-filters">
      <SearchField
        label={t('searchAbout')}
        value={filter.about ?? ''}
        onSearch={(about) => setFilter('about', about)}
        maxLength={200}
      />
      <Choice name="who" options={people.map((name) => [name, actorName(name)])} />
      <Choice name="what" options={actions.map((name) => [name, name])} />
      <Day name="from" />
      <Day name="to" />
    </div>
  );
}

function Choice({ name, options }: { name: 'who' | 'what'; options: readonly (readonly [string, string])[] }) {
  const t = useTranslations('adminAudit');
  const { filter, setFilter } = useAuditFilter();
  const chosen = filter[name] ?? '';
  const isListed = chosen === '' || options.some(([value]) => value === chosen);
  return (
    <label className="field">
      <span>{t(name)}</span>
      <select value={chosen} onChange={({ target }) => setFilter(name, target.value)}>
        <option value="">{t('all')}</option>
        {!isListed && <option value={chosen}>{chosen}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A year that is still being typed is in the distant past and does not filter yet. */
function Day({ name }: { name: 'from' | 'to' }) {
  const t = useTranslations('adminAudit');
  const id = useId();
  const { filter, setFilter } = useAuditFilter();
  const input = useSyncedInput(filter[name] ?? '');
  return (
    <div className="field">
      <label htmlFor={id}>{t(name)}</label>
      <input
        id={id}
        type="date"
        ref={input}
        defaultValue={filter[name]}
        onChange={({ target: { value } }) => (value === '' || value >= '2000') && setFilter(name, value)}
      />
    </div>
  );
}

const COLUMNS = ['when', 'who', 'what', 'aboutWhat'] as const;

function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const t = useTranslations('adminAudit');
  return (
    <div className="admin-table">
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

function Row({ row: { at, who, user, what, about, ip, before, after } }: { row: AuditRow }) {
  const t = useTranslations('adminAudit');
  const moment = useDateTimeFormat();
  const actorName = useActorName();
  return (
    <tr>
      <td className="is-detail">{moment(at)}</td>
      <td className="is-detail">
        <bdi>{actorName(who)}</bdi>
        <small>
          <bdi>{user ?? ip}</bdi>
        </small>
      </td>
      <td className="is-detail">
        <code dir="ltr">{what}</code>
      </td>
      <td className="is-detail">
        <bdi>{about}</bdi>
        {(before ?? after) && (
          <details>
            <summary>{t('changes')}</summary>
            <ChangedValues before={before} after={after} />
          </details>
        )}
      </td>
    </tr>
  );
}

function Pages({ next }: { next: string | null }) {
  const t = useTranslations('adminAudit');
  const [search] = useSearchParams();
  const pageFrom = (before: string | undefined) => {
    const query = new URLSearchParams(search);
    query.delete('before');
    if (before !== undefined) query.set('before', before);
    return `?${query}`;
  };
  return (
    <nav className="admin-pages" aria-label={t('title')}>
      {search.has('before') && <Link to={pageFrom(undefined)}>{t('newest')}</Link>}
      {next !== null && <Link to={pageFrom(next)}>{t('older')}</Link>}
    </nav>
  );
}
