import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useErrorToast } from '../shell/toasts.tsx';

type OptimisticMutationOptions<Data, Variables> = {
  queryKey: QueryKey;
  send: (variables: Variables) => Promise<unknown>;
  /** The data as it will be after the mutation. */
  update: (data: Data, variables: Variables) => Data;
  /** Further queries to invalidate afterwards. */
  alsoInvalidate?: readonly QueryKey[];
};

/** A mutation that shows its result at once; an error rolls it back and shows a toast. */
export function useOptimisticMutation<Data, Variables>({
  queryKey,
  send,
  update,
  alsoInvalidate = [],
}: OptimisticMutationOptions<Data, Variables>) {
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  return useMutation({
    mutationFn: send,
    networkMode: 'always',
    onMutate: async (variables: Variables) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Data>(queryKey);
      if (before !== undefined) queries.setQueryData<Data>(queryKey, update(before, variables));
      return { before };
    },
    onError: (error, _variables, context) => {
      queries.setQueryData(queryKey, context?.before);
      showErrorToast(error);
    },
    onSettled: () =>
      Promise.all([queryKey, ...alsoInvalidate].map((key) => queries.invalidateQueries({ queryKey: key }))),
  });
}
