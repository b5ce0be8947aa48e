import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { listTransactions, type Transaction } from '#contract/transactions.ts';
import { call } from '../browser/client.ts';
import { Price } from '../ui/price.tsx';
import { PageLinks, useAskedPage } from './page-links.tsx';
import { Empty, Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';
import { useDay } from './use-day.ts';

const AT_ONCE = 20;
const COLUMNS = ['date', 'order', 'kind', 'method', 'status', 'amount'] as const;
const METHODS = ['bank_transfer'] as const;

/** What was charged and refunded, newest first. */
export function Component() {
  const t = useTranslations('customer.transactions');
  const page = useAskedPage();
  const transactions = useQuery({
    queryKey: ['transactions', page],
    queryFn: ({ signal }) => call(listTransactions, { query: { page, limit: AT_ONCE }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <Loaded query={transactions}>
        {({ rows, total }) => (
          <>
            {total > 0 ? <Table rows={rows} /> : <Empty title={t('empty')} text={t('emptyText')} />}
            <PageLinks page={page} total={total} limit={AT_ONCE} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Table({ rows }: { rows: readonly Transaction[] }) {
  const t = useTranslations('customer.transactions');
  return (
    <table className="transactions" aria-label={t('title')}>
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
  );
}

function Row({ row }: { row: Transaction }) {
  const t = useTranslations('customer.transactions');
  const day = useDay();
  const method = METHODS.find((one) => one === row.method);
  return (
    <tr>
      <td>
        <time dateTime={row.at}>{day(row.at)}</time>
      </td>
      <td>
        <Link to={`/my-orders?order=${row.order_number}`}>{row.order_number}</Link>
      </td>
      <td>{t(`kinds.${row.kind}`)}</td>
      <td>{method ? t(`methods.${method}`) : row.method}</td>
      <td>
        <span className={`tag is-${row.status}`}>{t(`statuses.${row.status}`)}</span>
      </td>
      <td>
        <Price ringgit={row.amount} />
      </td>
    </tr>
  );
}
