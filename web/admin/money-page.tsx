import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Money } from '#contract/admin-money.ts';
import { dayInMalaysia, formatDate, lastMonths } from '#domain/dates.ts';
import { fetchFile, sendRequest } from '../browser/api-client.ts';
import { DownloadButton } from '../customer/page/download-button.tsx';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Count, Price, useReaderLocale } from '../ui/text.tsx';
import { MoneyChecks } from './money-checks.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { TakingsChart, useMoneyOf } from './takings-chart.tsx';

/** Takings of a month, what is open, the export for the accountant, and whether it all agrees. */
export function MoneyPage() {
  return (
    <AdminMessages of="adminMoney">
      <MoneyOverview />
    </AdminMessages>
  );
}

const MONTHS = 24;

function MoneyOverview() {
  const t = useTranslations('adminMoney');
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => new Date().toISOString());
  const month = search.get('month') ?? dayInMalaysia(today).slice(0, 7);
  const locale = useReaderLocale();
  const money = useMoneyOf(month);
  const months = lastMonths(today, MONTHS, 'gregory').months.toReversed();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <div className="admin-filters">
        <label className="field">
          <span>{t('month')}</span>
          <select value={month} onChange={({ target }) => setSearch({ month: target.value })}>
            {months.map(({ month: one }) => (
              <option key={one} value={one}>
                {formatDate(one, locale)}
              </option>
            ))}
          </select>
        </label>
        <DownloadButton fetch={() => fetchFile('exportLedger', { query: { month } })} name={`ledger-${month}.csv`}>
          {t('export')}
        </DownloadButton>
        <StatementSearch />
      </div>
      <TakingsChart month={month} />
      <QueryContent query={money}>{(found) => <Sums money={found} />}</QueryContent>
      <Receivables />
      <MoneyChecks />
    </div>
  );
}

/** The statement of an order, by its number. */
function StatementSearch() {
  const t = useTranslations('adminMoney');
  const navigate = useNavigate();
  const field = useId();
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = String(new FormData(event.currentTarget).get('number')).trim();
    void navigate(`/money/orders/${/^\d+$/.test(number) ? `BK-${number}` : number.toUpperCase()}`);
  };
  return (
    <form className="admin-row-form" onSubmit={open}>
      <div className="field">
        <label htmlFor={field}>{t('statementOf')}</label>
        <input id={field} name="number" required maxLength={20} dir="ltr" autoComplete="off" />
      </div>
      <button className="button button-quiet">{t('open')}</button>
    </form>
  );
}

function Sums({ money: { days, receivables, refunds, surplus } }: { money: Money }) {
  const t = useTranslations('adminMoney');
  const received = days.reduce((sum, { received: of }) => sum + sen(of.fpx) + sen(of.card) + sen(of.bank_transfer), 0);
  const refunded = days.reduce((sum, day) => sum + sen(day.refunded), 0);
  const open = [
    ['receivables', receivables, '/orders?status=placed'],
    ['refunds', refunds, '/refunds?status=approved'],
    ['surplus', surplus, '/transfers?status=surplus'],
  ] as const;
  return (
    <dl className="stats">
      <div>
        <dt>{t('received')}</dt>
        <dd>
          <Price ringgit={received / 100} className="" />
          <small>{t('lessReturns')}</small>
        </dd>
      </div>
      <div>
        <dt>{t('refunded')}</dt>
        <dd>
          <Price ringgit={refunded / 100} className="" />
        </dd>
      </div>
      {open.map(([name, { count, amount }, path]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <Price ringgit={amount} className="" />
            <small>
              <Link to={path}>{count === 0 ? t('noCount') : t('count', { count })}</Link>
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const sen = (ringgit: number) => Math.round(ringgit * 100);

/** Orders that wait for their payment: by age, and the oldest ones. */
function Receivables() {
  const t = useTranslations('adminMoney');
  const methods = useTranslations('common.payment.methods');
  const moment = useDateTimeFormat();
  const receivables = useQuery({
    queryKey: ['money', 'receivables'],
    queryFn: ({ signal }) => sendRequest('listReceivables', { signal }),
  });
  return (
    <section aria-labelledby="receivables">
      <h2 id="receivables">{t('receivables')}</h2>
      <QueryContent query={receivables}>
        {({ ages, rows }) => (
          <>
            <ul className="admin-list money-ages">
              {ages.map(({ to, count, amount }) => (
                <li key={to}>
                  <b>{to === null ? t('older') : t('days', { days: to })}</b>
                  <span>
                    <Count of={count} /> · <Price ringgit={amount} className="nowrap" />
                  </span>
                </li>
              ))}
            </ul>
            {rows.length === 0 && <p>{t('none')}</p>}
            <ul className="admin-list">
              {rows.map(({ number, name, placed_at: placedAt, due_at: dueAt, method, amount }) => (
                <li key={number}>
                  <Link dir="ltr" to={`/orders/${number}`}>
                    {number}
                  </Link>
                  <Price ringgit={amount} className="nowrap" />
                  <small>
                    <bdi>{name}</bdi> · {methods(method)} · {t('since', { moment: moment(placedAt) })}
                    {dueAt !== null && ` · ${t('due', { moment: moment(dueAt) })}`}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryContent>
    </section>
  );
}
