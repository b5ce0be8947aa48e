import { useSearchParams } from 'react-router';

/** How filters change the address: what is chosen a moment later builds on it, not on the address that React still shows. */
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
