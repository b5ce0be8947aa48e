import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useTrouble } from './use-trouble.ts';

type Change<Data, Variables> = {
  queryKey: QueryKey;
  send: (variables: Variables) => Promise<unknown>;
  /** What the data will be once the server has agreed. */
  change: (data: Data, variables: Variables) => Data;
  /** Further data that is old afterwards. */
  alsoOld?: readonly QueryKey[];
};

/** A change that is on screen at once; a refusal takes it back and says why. */
export function useOptimistic<Data, Variables>({ queryKey, send, change, alsoOld = [] }: Change<Data, Variables>) {
  const queries = useQueryClient();
  const tellTrouble = useTrouble();
  return useMutation({
    mutationFn: send,
    networkMode: 'always',
    onMutate: async (variables: Variables) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Data>(queryKey);
      if (before !== undefined) queries.setQueryData<Data>(queryKey, change(before, variables));
      return { before };
    },
    onError: (error, _variables, context) => {
      queries.setQueryData(queryKey, context?.before);
      tellTrouble(error);
    },
    onSettled: () => Promise.all([queryKey, ...alsoOld].map((key) => queries.invalidateQueries({ queryKey: key }))),
  });
}
