import { useSearchParams } from 'react-router';

/** Whether an address asks for the form of a new ticket. */
export function asksForForm(search: URLSearchParams): boolean {
  return search.get('new') === '1';
}

export function useIsAsking(): boolean {
  return asksForForm(useSearchParams()[0]);
}

/** The search of the address that opens the form. */
export function useFormSearch(): string {
  const [search] = useSearchParams();
  const other = new URLSearchParams(search);
  other.set('new', '1');
  return `?${other}`;
}
