import { useSearchParams } from 'react-router';
import { TICKET_CATEGORIES, type TicketCategory } from '#contract/tickets.ts';
import { TICKET_STATES, type TicketState } from '#domain/ticket-state.ts';
import { useAskedPage } from '../page-links.tsx';

type TicketFilter = {
  status?: TicketState;
  category?: TicketCategory;
  q?: string;
};

/** What of the address says which tickets are shown; the rest of it opens the form. */
const NAMES = ['state', 'category', 'q', 'page'] as const;

/** What the address asks the list to show. */
export function useTicketFilter(): { filter: TicketFilter; page: number; isFiltered: boolean } {
  const [search] = useSearchParams();
  const page = useAskedPage();
  const status = TICKET_STATES.find((one) => one === search.get('state'));
  const category = TICKET_CATEGORIES.find((one) => one === search.get('category'));
  const q = search.get('q')?.trim().slice(0, 200);
  const filter = { ...(status && { status }), ...(category && { category }), ...(q && { q }) };
  return { filter, page, isFiltered: Object.keys(filter).length > 0 };
}

type Changes = Partial<Record<'state' | 'category' | 'q', string | undefined>>;

/** The search of an address with a filter changed, from its first page; without changes as it is. */
export function useFilterSearch(): (changes?: Changes) => string {
  const [search] = useSearchParams();
  return (changes) => {
    const other = new URLSearchParams();
    for (const name of NAMES) {
      const value = changes && name in changes ? changes[name as keyof Changes] : search.get(name);
      const isKept = name !== 'page' || (changes === undefined && !value?.startsWith('/'));
      if (value && isKept) other.set(name, value);
    }
    return other.size > 0 ? `?${other}` : '';
  };
}
