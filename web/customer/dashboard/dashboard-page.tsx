import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Dashboard, MonthSpending, TicketSummary } from '#contract/dashboard.ts';
import { formatTime, partOfDay } from '#domain/dates.ts';
import { calendarOf } from '#domain/locale.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { useReaderLocale, Count, Price } from '../../ui/text.tsx';
import { DashboardMessages } from './dashboard-messages.tsx';
import { ForYouNow } from './for-you-now.tsx';
import { OpenOrders } from './open-orders.tsx';
import { Shelf } from './shelf.tsx';
import { lazyWithPreload } from '../shell/lazy-with-preload.ts';
import { QueryContent, PageTitle } from '../page/page-states.tsx';
import { useProfile } from '../profile/current-profile.ts';
import { Link } from 'react-router';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { usePendingRemovals, useToggleWish, WishCard } from '../wish-list/wish-card.tsx';
import { useDateFormat } from '../page/use-date-format.ts';

const Spending = lazyWithPreload(async () => (await import('./spending.tsx')).Spending, { onError: 'hide' });
const Welcome = lazyWithPreload(async () => (await import('./welcome.tsx')).Welcome, { onError: 'hide' });

/** The dashboard: what needs the customer, their shelf, price drops, spending and tickets. */
export function Component() {
  // Requested while the messages are loading.
  useDashboard();
  return (
    <DashboardMessages>
      <DashboardPage />
    </DashboardMessages>
  );
}

function useDashboard() {
  const calendar = calendarOf(useReaderLocale());
  const queryFn = ({ signal }: { signal: AbortSignal }) => sendRequest('getDashboard', { query: { calendar }, signal });
  return useQuery({ queryKey: ['dashboard', calendar], queryFn });
}

export function DashboardPage() {
  const dashboard = useDashboard();
  return (
    <div className="page">
      <Greeting at={dashboard.data?.at} />
      <QueryContent query={dashboard}>{(data) => <DashboardSections dashboard={data} />}</QueryContent>
    </div>
  );
}

function Greeting({ at }: { at: string | undefined }) {
  const t = useTranslations('dashboard');
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

function DashboardSections({ dashboard }: { dashboard: Dashboard }) {
  const { counts, spending, tickets, price_drops } = dashboard;
  const waiting = tickets.filter(({ unread }) => !unread);
  return (
    <>
      {counts.orders === 0 ? (
        <Suspense>
          <Welcome dashboard={dashboard} />
        </Suspense>
      ) : (
        <>
          <ForYouNow dashboard={dashboard} />
          <OpenOrders dashboard={dashboard} />
          <Shelf dashboard={dashboard} />
        </>
      )}
      {price_drops.length > 0 && <PriceDrops dashboard={dashboard} />}
      {waiting.length > 0 && <WaitingTickets tickets={waiting} />}
      {counts.orders > 0 && (
        <>
          <CustomerStats dashboard={dashboard} />
          <SpendingFold months={spending} />
        </>
      )}
    </>
  );
}

/** The spending by month, loaded when it is opened. */
function SpendingFold({ months }: { months: readonly MonthSpending[] }) {
  const t = useTranslations('dashboard.spending');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold spending-fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2 id="spending">{t('title')}</h2>
      </summary>
      {isOpen && (
        <Suspense>
          <Spending months={months} />
        </Suspense>
      )}
    </details>
  );
}

/** Four figures about the customer. */
export function CustomerStats({ dashboard: { counts, saved } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard.stats');
  return (
    <dl className="stats" aria-label={t('label')}>
      <Stat name={t('orders')}>
        <Count of={counts.orders} />
      </Stat>
      <Stat name={t('books')}>
        <Count of={counts.books} />
      </Stat>
      <Stat name={t('saved')}>
        <Price ringgit={saved} className="" />
      </Stat>
      <Stat name={t('wishList')}>
        <Count of={counts.wishes} />
      </Stat>
    </dl>
  );
}

function Stat({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Products of the wish list that became cheaper. */
export function PriceDrops({ dashboard: { price_drops, counts } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard');
  const area = useTranslations('area');
  const toggle = useToggleWish();
  const focusKept = useRestoreFocus('price-drops');
  const leaving = usePendingRemovals();
  const shown = price_drops.filter(({ objectID }) => !leaving.includes(objectID));
  const more = counts.price_drops - price_drops.length;
  if (shown.length + more === 0) return null;
  return (
    <section className="page-section" aria-labelledby="price-drops" {...focusKept}>
      <div className="page-section-head">
        <h2 id="price-drops">{t('priceDrops')}</h2>
        <Link to="/wish-list?sort=-drop">{area('menu.wishList')}</Link>
      </div>
      <ul className="wishes is-one-row">
        {shown.map((title) => (
          <li key={title.id}>
            <WishCard title={title} heading="h3" onRemove={() => toggle(title.objectID)} />
          </li>
        ))}
      </ul>
      {more > 0 && <Link to="/wish-list?sort=-drop">{t('morePriceDrops', { count: more })}</Link>}
    </section>
  );
}

/** Open tickets that wait for the shop. */
function WaitingTickets({ tickets }: { tickets: readonly TicketSummary[] }) {
  const t = useTranslations('dashboard');
  return (
    <section className="page-section" aria-labelledby="waiting-tickets">
      <div className="page-section-head">
        <h2 id="waiting-tickets">{t('tickets')}</h2>
        <Link to="/tickets">{t('allTickets')}</Link>
      </div>
      <ul className="ticket-list">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketLink ticket={ticket} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TicketLink({ ticket }: { ticket: TicketSummary }) {
  const t = useTranslations('area');
  const dashboard = useTranslations('dashboard');
  const day = useDateFormat();
  return (
    <Link className="ticket-link" to={`/tickets/show/${ticket.id}`}>
      <span className="ticket-tags">
        <span className={`tag is-${ticket.status}`}>
          {ticket.status === 'open' ? dashboard('waiting') : t(`tickets.statuses.${ticket.status}`)}
        </span>
      </span>
      <b className="ticket-subject">
        <bdi dir="auto">{ticket.subject}</bdi>
      </b>
      <small>
        <bdi className="nowrap">{ticket.number}</bdi> · {day(ticket.updated_at)}
      </small>
    </Link>
  );
}
