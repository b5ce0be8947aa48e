import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { CustomerHistory as History } from '#contract/admin-customers.ts';
import { senFromRinggit } from '#domain/money.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { QueryContent } from '../customer/page/page-states.tsx';
import { Price, useMoney } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useCan } from './layout.tsx';

/** What whoever has an email address bought and asked back, beside what is decided about them. */
export function CustomerHistory({ email }: { email: string }) {
  const history = useQuery({
    queryKey: ['customer-history', email],
    queryFn: ({ signal }) => sendRequest('getCustomerHistory', { params: { email }, signal }),
  });
  return (
    <AdminMessages of="adminCustomers">
      <QueryContent query={history}>{(found) => <Summary email={email} history={found} />}</QueryContent>
    </AdminMessages>
  );
}

function Summary({ email, history }: { email: string; history: History }) {
  const t = useTranslations('adminCustomers.history');
  const states = useTranslations('common.orderStates');
  const moment = useDateTimeFormat();
  const money = useMoney();
  const can = useCan();
  const { refunds, declined } = history;
  return (
    <section className="admin-section" aria-labelledby="customer-history">
      <h2 id="customer-history">{t('title')}</h2>
      <p>
        <bdi>{email}</bdi>
        {history.customer_id === null && ` · ${t('guest')}`}
        {history.customer_id !== null && can('customers.read') && (
          <>
            {' · '}
            <Link to={`/customers/${history.customer_id}`}>{t('profile')}</Link>
          </>
        )}
      </p>
      <p>
        {t('orders', { count: history.orders })} · {t('spent', { amount: money(senFromRinggit(history.spent)) })} ·{' '}
        {t('refunds', { count: refunds })}
        {declined > 0 && ` (${t('declined', { count: declined })})`} · {t('claims', { count: history.claims })}
      </p>
      <ul className="admin-emails">
        {history.recent.map(({ number, status, placed_at: at, payable }) => (
          <li key={number}>
            <Link className="nowrap" to={`/orders/${number}`}>
              <bdi>{number}</bdi>
            </Link>{' '}
            · {states(status)} · <Price ringgit={payable} className="nowrap" /> <small>{moment(at)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
