import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { TICKET_CATEGORIES, type TicketCategory } from '#contract/options.ts';
import type { TicketPage } from '#contract/tickets.ts';
import { TICKET_STATES, type TicketState } from '#domain/ticket.ts';
import { Count } from '../../ui/text.tsx';
import { FilterLink } from '../page/filter-link.tsx';
import { SearchField } from '../page/search-field.tsx';
import { SHOWN_AT_ONCE } from '../page/use-filter.ts';
import { usePageParam } from '../page/pagination.tsx';

/** Filters the tickets by status, category and text. */
export function TicketFilters({ counts }: { counts: TicketPage['counts'] | undefined }) {
  return (
    <div className="ticket-filters" role="search">
      <SearchFilter />
      <CategoryFilter />
      <StatusFilter counts={counts} />
    </div>
  );
}

/** As wide as the number that is loading. */
const COUNT_PLACEHOLDER = '\u2007';

function StatusFilter({ counts }: { counts: TicketPage['counts'] | undefined }) {
  const t = useTranslations('area.tickets');
  const { filter } = useTicketFilter();
  const { pathname } = useLocation();
  const searchWith = useFilterSearch();
  return (
    <nav aria-label={t('filters')}>
      <ul className="ticket-status-filter">
        {[undefined, ...TICKET_STATES].map((state) => (
          <li key={state ?? 'all'}>
            <FilterLink
              className="chip"
              to={pathname + searchWith({ state })}
              aria-current={filter.status === state ? 'true' : undefined}
            >
              {state ? t(`statuses.${state}`) : t('all')}
              {state && <small>{counts ? <Count of={counts[state]} /> : COUNT_PLACEHOLDER}</small>}
            </FilterLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CategoryFilter() {
  const t = useTranslations('area.tickets');
  const { filter } = useTicketFilter();
  const change = useChangeFilter();
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

function SearchFilter() {
  const t = useTranslations('area.tickets');
  const { filter } = useTicketFilter();
  const change = useChangeFilter();
  return (
    <SearchField
      label={t('search')}
      value={filter.q ?? ''}
      onSearch={(query) => change({ q: query })}
      maxLength={200}
      isCompact
    />
  );
}

function useChangeFilter() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const searchWith = useFilterSearch();
  return (changes: Parameters<typeof searchWith>[0]) => void navigate(pathname + searchWith(changes), SHOWN_AT_ONCE);
}

type TicketFilter = {
  status?: TicketState;
  category?: TicketCategory;
  q?: string;
};

/** The URL parameters of the filter; the others open the dialog. */
const FILTER_PARAMS = ['state', 'category', 'q', 'page'] as const;

/** The ticket filter of the URL. */
export function useTicketFilter(): { filter: TicketFilter; page: number; isFiltered: boolean } {
  const [search] = useSearchParams();
  const page = usePageParam();
  const status = TICKET_STATES.find((one) => one === search.get('state'));
  const category = TICKET_CATEGORIES.find((one) => one === search.get('category'));
  const q = search.get('q')?.trim().slice(0, 200);
  const filter = { ...(status && { status }), ...(category && { category }), ...(q && { q }) };
  return { filter, page, isFiltered: Object.keys(filter).length > 0 };
}

type FilterChanges = Partial<Record<'state' | 'category' | 'q', string | undefined>>;

/** The query string with changes of the filter, at page 1; without changes as it is. */
export function useFilterSearch(): (changes?: FilterChanges) => string {
  const [search] = useSearchParams();
  return (changes) => {
    const other = new URLSearchParams();
    for (const name of FILTER_PARAMS) {
      const value = changes && name in changes ? changes[name as keyof FilterChanges] : search.get(name);
      const isKept = name !== 'page' || (changes === undefined && !value?.startsWith('/'));
      if (value && isKept) other.set(name, value);
    }
    return other.size > 0 ? `?${other}` : '';
  };
}

/** Whether the URL opens the form of a new ticket. */
export function isNewTicketRequested(search: URLSearchParams): boolean {
  return search.get('new') === '1';
}

export function useIsNewTicketRequested(): boolean {
  return isNewTicketRequested(useSearchParams()[0]);
}

/** The query string that opens the form. */
export function useNewTicketSearch(): string {
  const [search] = useSearchParams();
  const other = new URLSearchParams(search);
  other.set('new', '1');
  return `?${other}`;
}
