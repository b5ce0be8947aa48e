import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { MonthSpending } from '#contract/dashboard.ts';
import { formatSen, ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { Price } from '../../ui/price.tsx';
import { SpendingChart } from './spending-chart.tsx';
import { useMonths } from './use-months.ts';

const NBSP = '\u00A0';

/** What was spent in the last twelve months: a chart, and the same as a table. */
export function Spending({ months }: { months: readonly MonthSpending[] }) {
  const t = useTranslations('area.dashboard.spending');
  const together = months.reduce((sum, one) => sum + senFromRinggit(one.amount), 0);
  const isNothing = months.every((one) => one.amount === 0);
  return (
    <section className="part" aria-labelledby="spending">
      <div className="part-head">
        <h2 id="spending">{t('title')}</h2>
        <Link to="/my-transactions">{t('all')}</Link>
      </div>
      {isNothing ? (
        <p className="quiet-card">{t('none')}</p>
      ) : (
        <figure className="spending">
          <figcaption id="spending-lead">{t('lead', { amount: formatSen(together).replace(' ', NBSP) })}</figcaption>
          <SpendingChart months={months} labelledBy="spending-lead" />
          <AsTable months={months} together={ringgitFromSen(together)} />
        </figure>
      )}
    </section>
  );
}

function AsTable({ months, together }: { months: readonly MonthSpending[]; together: number }) {
  const t = useTranslations('area.dashboard.spending');
  const name = useMonths();
  return (
    <details className="fold">
      <summary>{t('table')}</summary>
      <table className="spending-table" aria-labelledby="spending">
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, amount }) => (
            <tr key={month}>
              <th scope="row">{name(month, 'full')}</th>
              <td>
                <Price ringgit={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('together')}</th>
            <td>
              <Price ringgit={together} />
            </td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}
