import { useSearchParams } from 'react-router';
import { TRANSACTION_KINDS, TRANSACTION_SORTS } from '#contract/transactions.ts';

export const FILTERS = ['kind', 'from', 'to', 'q', 'sort'] as const;
export type Filter = (typeof FILTERS)[number];

/** Which transactions the address asks for; what it says wrongly counts as not said. */
export function useAsked() {
  const [search, setSearch] = useSearchParams();
  const day = (name: 'from' | 'to') =>
    /^2\d{3}-\d{2}-\d{2}$/.test(search.get(name) ?? '') ? search.get(name)! : undefined;
  const asked = {
    kind: TRANSACTION_KINDS.find((one) => one === search.get('kind')),
    from: day('from'),
    to: day('to'),
    q: search.get('q')?.trim().slice(0, 50) || undefined,
    sort: TRANSACTION_SORTS.find((one) => one === search.get('sort')) ?? '-at',
  };
  const ask = (name: Filter, value: string) =>
    setSearch(
      (before) => {
        before.delete('page');
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  return { asked, ask, isFiltered: FILTERS.some((name) => name !== 'sort' && asked[name] !== undefined) };
}

export type Asked = ReturnType<typeof useAsked>['asked'];
