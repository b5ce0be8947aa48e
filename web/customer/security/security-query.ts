import { useQueryClient } from '@tanstack/react-query';

/** The key of the query of the security settings. */
export const SECURITY_KEY = ['security'];

/** Reads the security settings again, and what the activity says of them. */
export function useRefreshSecurity(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: SECURITY_KEY }),
      queries.invalidateQueries({ queryKey: ['activity'] }),
    ]);
}
