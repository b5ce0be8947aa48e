import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { CustomerRow } from '#contract/admin-customers.ts';
import { formatPhone } from '#domain/phone.ts';
import { fetchFile, sendRequest } from '../browser/api-client.ts';
import { DownloadButton } from '../customer/page/download-button.tsx';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { SearchField } from '../customer/page/search-field.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useProof } from '../customer/security/use-proof.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useCan } from './layout.tsx';
import { DataTable, usePages, type Column } from './data-table.tsx';

/** Customers, found by the beginning of what is known of them. */
export function CustomersPage() {
  return (
    <AdminMessages of="adminCustomers">
      <Customers />
    </AdminMessages>
  );
}

function Customers() {
  const t = useTranslations('adminCustomers.customers');
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const customers = usePages(['customers', q], (before, signal) =>
    sendRequest('listAllCustomers', { query: { limit: 100, ...(q && { q }), before }, signal }),
  );
  const columns = useColumns();
  const can = useCan();
  const { withProof, proofDialog } = useProof();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <SearchField
        label={t('search')}
        value={q}
        onSearch={(typed) => setSearch(typed === '' ? {} : { q: typed })}
        maxLength={254}
      />
      {can('customers.write') && (
        <DownloadButton
          name="customers.csv"
          fetch={() => withProof(() => fetchFile('exportCustomers', { query: { ...(q && { q }) } }))}
        >
          {t('export')}
        </DownloadButton>
      )}
      {proofDialog}
      <QueryContent query={customers}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable label={t('title')} list={customers} columns={columns} />
          ) : (
            <EmptyState title={t(q ? 'noResults' : 'none')} text={t(q ? 'noResultsText' : 'noneText')} />
          )
        }
      </QueryContent>
    </div>
  );
}

function useColumns(): Column<CustomerRow>[] {
  const t = useTranslations('adminCustomers.customers');
  const moment = useDateTimeFormat();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        cell: ({ id, name }) => (
          <Link to={`/customers/${id}`}>
            <bdi>{name || t('deletedName')}</bdi>
          </Link>
        ),
      },
      {
        id: 'status',
        header: t('status'),
        cell: ({ status }) => <span className="order-state">{t(`states.${status}`)}</span>,
      },
      {
        id: 'email',
        header: t('email'),
        className: 'is-detail',
        cell: ({ email, username }) => (
          <>
            <bdi>{email}</bdi>
            {username !== null && (
              <small>
                <bdi>{username}</bdi>
              </small>
            )}
          </>
        ),
      },
      {
        id: 'phone',
        header: t('phone'),
        className: 'is-detail',
        cell: ({ phone }) => phone !== null && <bdi className="nowrap">{formatPhone(phone)}</bdi>,
      },
      { id: 'created', header: t('created'), className: 'is-detail', cell: ({ created_at: at }) => moment(at) },
    ],
    [t, moment],
  );
}
