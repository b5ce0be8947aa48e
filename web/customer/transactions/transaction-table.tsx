import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Transaction } from '#contract/transactions.ts';
import { PAYMENT_METHODS } from '#domain/payment.ts';
import { Price } from '../../ui/price.tsx';
import { useDay } from '../use-day.ts';

const COLUMNS = ['date', 'order', 'kind', 'method', 'status', 'amount', 'balance'] as const;

/** A row for each entry; on a phone each is a card. Text grown too wide for the page moves within the table. */
export function TransactionTable({ rows }: { rows: readonly Transaction[] }) {
  const t = useTranslations('area.transactions');
  return (
    <div className="wide-table">
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
    </div>
  );
}

function Row({ row }: { row: Transaction }) {
  const t = useTranslations('area.transactions');
  const day = useDay();
  const methods = useTranslations('common.payment.methods');
  const method = PAYMENT_METHODS.find((one) => one === row.method);
  return (
    <tr>
      <td>
        <time dateTime={row.at}>{day(row.at)}</time>
      </td>
      <td>
        <Link to={`/my-orders?order=${row.order_number}`}>{row.order_number}</Link>
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
