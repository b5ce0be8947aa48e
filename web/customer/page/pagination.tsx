import { Link, Navigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../shell/toasts.tsx';
import { EmptyState } from './page-states.tsx';
import { useShopPath } from '../shell/locale.tsx';

/** The page number of the URL (`?page=`). */
export function usePageParam(): number {
  const [search] = useSearchParams();
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** The URL of another page of the same list. */
function usePageHref(): (page: number) => string {
  const [search] = useSearchParams();
  return (page) => {
    const params = new URLSearchParams(search);
    params.set('page', String(page));
    return `?${params}`;
  };
}

type PaginationProps = {
  page: number;
  total: number;
  limit: number;
  /** The total is the previous query's while this one is loading. */
  isPlaceholder: boolean;
};

/** Links to the previous and next page; renders nothing for a single page. A page past the end redirects to the last. */
export function Pagination({ page, total, limit, isPlaceholder }: PaginationProps) {
  const t = useTranslations('area.paging');
  const hrefOf = usePageHref();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (page > pages) return isPlaceholder ? null : <Navigate to={hrefOf(pages)} replace />;
  if (pages === 1) return null;
  return (
    <nav className="page-navigation" aria-label={t('label')}>
      {page > 1 && (
        <Link className="button button-quiet" rel="prev" to={hrefOf(page - 1)}>
          {t('previous')}
        </Link>
      )}
      <span>{t('shown', { page, pages })}</span>
      {page < pages && (
        <Link className="button button-quiet" rel="next" to={hrefOf(page + 1)}>
          {t('next')}
        </Link>
      )}
    </nav>
  );
}

type InfiniteQueryState = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
};

/** Loads the next part of a list; on failure says why and can be pressed again. */
export function LoadMoreButton({ query, label }: { query: InfiniteQueryState; label: string }) {
  const errorMessage = useErrorMessage();
  if (!query.hasNextPage) return null;
  return (
    <>
      {query.isFetchNextPageError && (
        <p className="alert alert-danger" role="alert">
          {errorMessage(query.error)}
        </p>
      )}
      <button
        type="button"
        className="button button-quiet"
        disabled={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </button>
    </>
  );
}

type EmptyListProps = { title: string; text: string; toShop: string };

/** The empty state of a list of books, with a link to the shop. */
export function EmptyList({ title, text, toShop }: EmptyListProps) {
  const shop = useShopPath();
  return (
    <EmptyState title={title} text={text}>
      <a className="button" href={shop('/browse')}>
        {toShop}
      </a>
    </EmptyState>
  );
}
