import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { TICKET_CATEGORIES, type TicketPage } from '#contract/tickets.ts';
import { TICKET_STATES } from '#domain/ticket-state.ts';
import { Count } from '../../ui/count.tsx';
import { SearchField } from '../search-field.tsx';
import { useFilterSearch, useTicketFilter } from './use-ticket-filter.ts';

/** Which tickets are shown: by state, by kind, by words. */
export function TicketFilters({ counts }: { counts: TicketPage['counts'] | undefined }) {
  return (
    <div className="ticket-filters" role="search">
      <Words />
      <Category />
      <States counts={counts} />
    </div>
  );
}

/** As wide as the number that is on its way. */
const ROOM = '\u2007';

function States({ counts }: { counts: TicketPage['counts'] | undefined }) {
  const t = useTranslations('area.tickets');
  const { filter } = useTicketFilter();
  const { pathname } = useLocation();
  const searchWith = useFilterSearch();
  return (
    <nav aria-label={t('filters')}>
      <ul className="ticket-states">
        {[undefined, ...TICKET_STATES].map((state) => (
          <li key={state ?? 'all'}>
            <Link
              className="chip"
              to={pathname + searchWith({ state })}
              aria-current={filter.status === state ? 'true' : undefined}
            >
              {state ? t(`statuses.${state}`) : t('all')}
              {state && <small>{counts ? <Count of={counts[state]} /> : ROOM}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Category() {
  const t = useTranslations('area.tickets');
  const { filter } = useTicketFilter();
  const change = useChange();
  return (
    <select
      aria-label={t('category')}
      value={filter.category ?? ''}
      onChange={(event) => change({ category: event.target.value })}
    >
      <option value="">{t('anyCategory')}</option>
      {TICKET_CATEGORIES.map((category) => (
        <option key={category} value={category}>
          {t(`categories.${category}`)}
        </option>
      ))}
    </select>
  );
}

function Words() {
  const t = useTranslations('area.tickets');
  const { filter } = useTicketFilter();
  const change = useChange();
  return (
    <SearchField
      label={t('search')}
      value={filter.q ?? ''}
      onAsk={(words) => change({ q: words })}
      maxLength={200}
      isCompact
    />
  );
}

function useChange() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const searchWith = useFilterSearch();
  return (changes: Parameters<typeof searchWith>[0]) => void navigate(pathname + searchWith(changes));
}
