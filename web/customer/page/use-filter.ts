import { useSearchParams } from 'react-router';

/**
 * For whoever changes the address by a filter: shown at once. What else is chosen a moment later then builds on it; React Router
 * else gives it the address of before.
 */
export const SHOWN_AT_ONCE = { flushSync: true } as const;

/** The filters of the address, and how to change one: an empty value takes it out. A list begins at its first page then. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const setFilter = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    next.delete('before');
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, SHOWN_AT_ONCE);
  };
  return { search, setFilter };
}
