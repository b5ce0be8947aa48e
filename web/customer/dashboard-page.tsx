import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { getDashboard, type Dashboard } from '#contract/dashboard.ts';
import { formatTime, partOfDay } from '#domain/clock.ts';
import { call } from '../browser/client.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';
import { Figures } from './dashboard/figures.tsx';
import { Newcomer } from './dashboard/newcomer.tsx';
import { OpenOrders } from './dashboard/open-orders.tsx';
import { PriceDrops } from './dashboard/price-drops.tsx';
import { Spending } from './dashboard/spending.tsx';
import { WaitingTickets } from './dashboard/waiting-tickets.tsx';
import { Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';
import { useProfile } from './use-profile.ts';

/** Where things stand: running orders first, then what was spent, what waits, what became cheaper. */
export function Component() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(getDashboard, { signal });
  const dashboard = useQuery({ queryKey: ['dashboard'], queryFn });
  return (
    <div className="page">
      <Greeting at={dashboard.data?.at} />
      <Loaded query={dashboard}>{(data) => <Parts dashboard={data} />}</Loaded>
    </div>
  );
}

function Greeting({ at }: { at: string | undefined }) {
  const t = useTranslations('area.dashboard');
  const locale = useReaderLocale();
  const [part] = useState(() => partOfDay(new Date().toISOString()));
  const [firstName = ''] = useProfile()?.displayName.split(' ') ?? [];
  return (
    <header className="page-head">
      <PageTitle title={t(`greetings.${part}`, { name: firstName })} />
      <p className="lead">{at ? t('asOf', { time: formatTime(at, locale) }) : '\u00A0'}</p>
    </header>
  );
}

function Parts({ dashboard }: { dashboard: Dashboard }) {
  const { counts, picks, spending, tickets, price_drops } = dashboard;
  return (
    <>
      {counts.orders === 0 ? <Newcomer picks={picks} /> : <Figures dashboard={dashboard} />}
      {counts.orders > 0 && <OpenOrders dashboard={dashboard} />}
      {price_drops.length > 0 && <PriceDrops dashboard={dashboard} />}
      <div className="side-by-side">
        <Spending months={spending} />
        <WaitingTickets tickets={tickets} />
      </div>
    </>
  );
}
