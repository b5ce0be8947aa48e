import { useRefusal } from './use-refusal.ts';

type Paged = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
};

/** Brings the next part of a list that has one; where it did not come, says why and can be pressed again. */
export function MoreButton({ query, words }: { query: Paged; words: string }) {
  const refusal = useRefusal();
  if (!query.hasNextPage) return null;
  return (
    <>
      {query.isFetchNextPageError && (
        <p className="notice notice-danger" role="alert">
          {refusal(query.error)}
        </p>
      )}
      <button
        type="button"
        className="button button-quiet"
        disabled={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {words}
      </button>
    </>
  );
}
