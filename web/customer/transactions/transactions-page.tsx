import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { listTransactions, Transaction } from '#contract/transactions.ts';
import { sendRequest, fetchFile } from '../../browser/api-client.ts';
import { FilterLink } from '../page/filter-link.tsx';
import { Pagination, usePageParam } from '../page/pagination.tsx';
import { EmptyState, QueryContent, PageTitle } from '../page/page-states.tsx';
import { TransactionFilters, useTransactionFilter } from './transaction-filters.tsx';
import { senFromRinggit } from '#domain/money.ts';
import { Price, useMoney } from '../../ui/text.tsx';
import { PAYMENT_METHODS } from '#domain/orders/payment.ts';
import { useDateFormat } from '../page/use-date-format.ts';
import { DownloadButton } from '../page/download-button.tsx';

const PAGE_SIZE = 20;

/** Charges and refunds with the balance after each, filtered by the URL. */
export function Component() {
  const menu = useTranslations('area.menu');
  const page = usePageParam();
  const { filter, isFiltered } = useTransactionFilter();
  const transactions = useQuery({
    queryKey: ['transactions', page, filter],
    queryFn: ({ signal }) => sendRequest('listTransactions', { query: { page, limit: PAGE_SIZE, ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
  const isEmpty = transactions.data?.total === 0 && !isFiltered;
  return (
    <div className="page">
      <header className="page-head page-head-row">
        <PageTitle title={menu('transactions')} />
        {!isEmpty && <DownloadStatement period={{ from: filter.from, to: filter.to }} />}
      </header>
      {!isEmpty && <TransactionFilters />}
      <QueryContent query={transactions}>
        {(data) => (
          <TransactionResults data={data} page={page} isFiltered={isFiltered} isOld={transactions.isPlaceholderData} />
        )}
      </QueryContent>
    </div>
  );
}

type TransactionResultsProps = {
  data: ResponseOf<typeof listTransactions>;
  page: number;
  isFiltered: boolean;
  isOld: boolean;
};

function TransactionResults({ data: { rows, total, sums }, page, isFiltered, isOld }: TransactionResultsProps) {
  const t = useTranslations('area.transactions');
  if (total === 0 && !isFiltered) return <EmptyState title={t('empty')} text={t('emptyText')} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('resultCount', { count: total })}
      </p>
      <TransactionTotals sums={sums} />
      {total > 0 ? (
        <TransactionTable rows={rows} />
      ) : (
        <EmptyState title={t('noResults')} text={t('noResultsText')}>
          <FilterLink className="button button-quiet" to="?">
            {t('showAll')}
          </FilterLink>
        </EmptyState>
      )}
      <Pagination page={page} total={total} limit={PAGE_SIZE} isPlaceholder={isOld} />
    </>
  );
}

/** The totals of the shown transactions, and the balance of the account by order. */
export function TransactionTotals({ sums }: { sums: ResponseOf<typeof listTransactions>['sums'] }) {
  const t = useTranslations('area.transactions.totals');
  const money = useMoney();
  const written = (ringgit: number) => money(senFromRinggit(ringgit));
  const { charged, refunded, balance, to_pay, to_refund } = sums;
  const rows = [
    ['charged', charged],
    ['refunded', Math.abs(refunded)],
    [balanceStatus(balance), Math.abs(balance)],
  ] as const;
  return (
    <>
      <dl className="stats" aria-label={t('label')}>
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              <Price ringgit={amount} className="" />
            </dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">
        {to_pay > 0 && to_refund > 0 && <b>{t('open', { pay: written(to_pay), refund: written(to_refund) })} </b>}
        {t('balanceHint')}
      </p>
    </>
  );
}

/** The sign of a balance: above zero the customer owes the shop. */
export function balanceStatus(balance: number): 'youOwe' | 'weOwe' | 'balanced' {
  if (balance === 0) return 'balanced';
  return balance > 0 ? 'youOwe' : 'weOwe';
}

const COLUMNS = ['date', 'order', 'kind', 'method', 'status', 'amount', 'balance'] as const;

/** A row for each transaction, on a phone a card. Text too wide for the page scrolls within the table. */
export function TransactionTable({ rows }: { rows: readonly Transaction[] }) {
  const t = useTranslations('area.transactions');
  const menu = useTranslations('area.menu');
  return (
    <div className="table-scroll">
      <table className="transactions" aria-label={menu('transactions')}>
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
            <TransactionRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TransactionRow({ row }: { row: Transaction }) {
  const t = useTranslations('area.transactions');
  const day = useDateFormat();
  const methods = useTranslations('common.payment.methods');
  const method = PAYMENT_METHODS.find((one) => one === row.method);
  return (
    <tr>
      <td>
        <time dateTime={row.at}>{day(row.at)}</time>
      </td>
      <td>
        <Link className="nowrap" to={`/my-orders?order=${row.order_number}`}>
          {row.order_number}
        </Link>
      </td>
      <td>{t(`kinds.${row.kind}`)}</td>
      <td>{method ? methods(method) : row.method}</td>
      <td>
        <span className={`tag is-${row.status}`}>{t(`statuses.${row.status}`)}</span>
      </td>
      <td>
        <Price ringgit={row.amount} />
      </td>
      <td data-label={t('balance')}>
        <Price ringgit={row.balance} className="" />
      </td>
    </tr>
  );
}

type Period = { from?: string | undefined; to?: string | undefined };

/** Downloads the statement of the period as CSV. */
export function DownloadStatement({ period }: { period: Period }) {
  const t = useTranslations('area.transactions');
  return (
    <DownloadButton
      fetch={() => fetchFile('getStatement', { query: period })}
      name={`${['statement', period.from, period.to].filter(Boolean).join('-')}.csv`}
      successMessage={t('downloaded')}
    >
      {t('download')}
    </DownloadButton>
  );
}
