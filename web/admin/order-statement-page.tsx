import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderStatement } from '#contract/admin-money.ts';
import { formatDate } from '#domain/dates.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Price, useReaderLocale } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';

/** What an order was charged, what was paid and sent back, and what is open of it. */
export function OrderStatementPage() {
  return (
    <AdminMessages of="adminMoney">
      <Statement />
    </AdminMessages>
  );
}

function Statement() {
  const t = useTranslations('adminMoney');
  const { number = '' } = useParams();
  const statement = useQuery({
    queryKey: ['money', 'order', number],
    queryFn: ({ signal }) => sendRequest('getOrderStatement', { params: { number }, signal }),
  });
  return (
    <div className="page">
      <p>
        <Link to="/money">{t('title')}</Link>
      </p>
      <PageTitle title={t('statementTitle', { number })} />
      <p>
        <Link to={`/orders/${number}`}>{t('order')}</Link>
      </p>
      <QueryContent query={statement}>
        {(found) => (
          <>
            <Entries entries={found.entries} />
            <Transfers transfers={found.transfers} />
          </>
        )}
      </QueryContent>
    </div>
  );
}

const COLUMNS = ['date', 'kind', 'method', 'amount', 'balance'] as const;

function Entries({ entries }: Pick<OrderStatement, 'entries'>) {
  const t = useTranslations('adminMoney');
  const methods = useTranslations('common.payment.methods');
  const moment = useDateTimeFormat();
  return (
    <div className="admin-table">
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, kind, method, amount, balance }) => (
            <tr key={id}>
              <td className="is-detail">{moment(at)}</td>
              <td className="is-detail">{t(`kinds.${kind}`)}</td>
              <td className="is-detail">{methods(method)}</td>
              <td className="is-detail">
                <Price ringgit={amount} className="nowrap" />
              </td>
              <td className="is-detail">
                <Price ringgit={balance} className="nowrap" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Transfers({ transfers }: Pick<OrderStatement, 'transfers'>) {
  const t = useTranslations('adminMoney');
  const locale = useReaderLocale();
  if (transfers.length === 0) return null;
  return (
    <section aria-labelledby="transfers">
      <h2 id="transfers">{t('transfers')}</h2>
      <ul className="admin-list">
        {transfers.map(({ id, day, amount, payer, text }) => (
          <li key={id}>
            <Price ringgit={amount} className="nowrap" />
            <small>
              {formatDate(day, locale)} · <bdi>{payer}</bdi> · <bdi>{text}</bdi>
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
