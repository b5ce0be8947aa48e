import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { LIST_ROUTES } from '#contract/list-routes.ts';
import type { getList } from '#contract/lists.ts';
import { addRoutes } from '#contract/routes.ts';
import { useErrorToast } from '../shell/toasts.tsx';

addRoutes(LIST_ROUTES);

export type ListWithTitles = ResponseOf<typeof getList>;

/** Sends a change of lists and reads them again, the wish list too; an error shows a toast. */
export function useListAction<Variables, Result>(send: (variables: Variables) => Promise<Result>) {
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  return useMutation({
    mutationFn: send,
    networkMode: 'always',
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['lists'], ['wishes'], ['dashboard']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
