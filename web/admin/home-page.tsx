import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { WorkList } from '#contract/admin.ts';
import { senFromRinggit } from '#domain/money.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Price, useMoney } from '../ui/text.tsx';
import { TakingsChart } from './takings-chart.tsx';

/** What waits for the staff, each a link to where it is done, and takings beside the time before. */
export function HomePage() {
  const t = useTranslations('admin.home');
  const workList = useQuery({
    queryKey: ['work-list'],
    queryFn: ({ signal }) => sendRequest('getWorkList', { signal }),
    refetchInterval: 30_000,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <QueryContent query={workList}>
        {(list) => (
          <>
            <ToDo list={list} />
            {list.takings && (
              <>
                <Takings takings={list.takings} />
                <TakingsChart />
              </>
            )}
          </>
        )}
      </QueryContent>
    </div>
  );
}

type Task = { key: string; text: string; since?: string | null; to?: string };

function ToDo({ list }: { list: WorkList }) {
  const t = useTranslations('admin.home');
  const moment = useDateTimeFormat();
  const tasks = useTasks(list);
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">{t('todo')}</h2>
      {tasks.length === 0 && <p className="lead">{t('nothing')}</p>}
      <ul className="admin-tasks">
        {tasks.map(({ key, text, since, to }) => (
          <li key={key}>
            {to === undefined ? text : <Link to={to}>{text}</Link>}
            {since && <small>{t('oldest', { moment: moment(since) })}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

type CountedTask = Task & { count: number };

function useTasks(list: WorkList): Task[] {
  const { orders, refunds, tickets, failed_emails: emails } = list;
  const t = useTranslations('admin.home');
  const counted: CountedTask[] = [
    ...(orders
      ? [
          {
            key: 'paid',
            count: orders.paid,
            text: t('paid', { count: orders.paid }),
            since: orders.oldest_paid,
            to: '/orders?status=paid',
          },
          {
            key: 'packed',
            count: orders.packed,
            text: t('packed', { count: orders.packed }),
            to: '/orders?status=packed',
          },
          {
            key: 'placed',
            count: orders.placed,
            text: t('placed', { count: orders.placed }),
            to: '/orders?status=placed',
          },
        ]
      : []),
    ...(refunds
      ? [
          {
            key: 'requested',
            count: refunds.requested,
            text: t('refundsRequested', { count: refunds.requested }),
            to: '/refunds?status=requested',
          },
          {
            key: 'approved',
            count: refunds.approved,
            text: t('refundsApproved', { count: refunds.approved }),
            to: '/refunds?status=approved',
          },
        ]
      : []),
    ...(tickets
      ? [
          {
            key: 'tickets',
            count: tickets.open,
            text: t('tickets', { count: tickets.open }),
            since: tickets.oldest,
            to: '/tickets?status=open',
          },
        ]
      : []),
    ...useRequestTasks(list),
    { key: 'emails', count: emails ?? 0, text: t('emails', { count: emails ?? 0 }) },
    ...useMoneyTasks(list),
  ];
  return counted.filter(({ count }) => count > 0);
}

/** What waits of returns, claims, reviews and requested titles, and what runs low. */
function useRequestTasks({
  returns,
  claims = 0,
  reviews,
  title_requests: titles = 0,
  low_stock: low = 0,
}: WorkList): CountedTask[] {
  const t = useTranslations('admin.home');
  const counts = {
    returnsRequested: { count: returns?.requested ?? 0, to: '/returns?status=requested' },
    returnsAccepted: { count: returns?.accepted ?? 0, to: '/returns?status=accepted' },
    claims: { count: claims, to: '/claims?status=open' },
    reviewsReported: { count: reviews?.reported ?? 0, to: '/reviews?status=reported' },
    reviewsResubmitted: { count: reviews?.resubmitted ?? 0, to: '/reviews?status=resubmitted' },
    titles: { count: titles, to: '/title-requests?status=open' },
    lowStock: { count: low, to: '/inventory/low' },
  };
  return (Object.keys(counts) as (keyof typeof counts)[]).map((key) => ({
    key,
    text: t(key, { count: counts[key].count }),
    ...counts[key],
  }));
}

function useMoneyTasks({ unmatched_payments: payments = 0, transfers }: WorkList): CountedTask[] {
  const t = useTranslations('admin.home');
  const { open, surplus } = transfers ?? { open: 0, surplus: 0 };
  return [
    { key: 'transfers', count: open, text: t('transfers', { count: open }), to: '/transfers' },
    { key: 'surplus', count: surplus, text: t('surplus', { count: surplus }), to: '/transfers?status=surplus' },
    { key: 'payments', count: payments, text: t('payments', { count: payments }), to: '/transfers' },
  ];
}

function Takings({ takings }: { takings: NonNullable<WorkList['takings']> }) {
  const t = useTranslations('admin.home');
  const money = useMoney();
  return (
    <section aria-labelledby="takings">
      <h2 id="takings">{t('takings')}</h2>
      <dl className="stats">
        {(['today', 'week', 'month'] as const).map((period) => (
          <div key={period}>
            <dt>{t(period)}</dt>
            <dd>
              <Price ringgit={takings[period].amount} className="" />
              <small>
                {t('orders', { count: takings[period].orders })} ·{' '}
                {t('before', { amount: money(senFromRinggit(takings[period].before)) })}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
