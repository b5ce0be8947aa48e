import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NoWrapNumbers } from '../../ui/text.tsx';
import { useErrorMessage } from '../shell/toasts.tsx';
import { useNavigation } from 'react-router';

type EmptyStateProps = { title: string; text?: string; children?: ReactNode };

/** What an empty page says: what will be here, and a link. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <h2>
        <NoWrapNumbers text={title} />
      </h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

/** An error message with a button to retry. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('customer.error');
  const errorMessage = useErrorMessage();
  return (
    <div className="alert alert-danger error-state" role="alert">
      <p>
        <b>{t('title')}</b>
      </p>
      <p>{errorMessage(error)}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  );
}

type QueryState<Data> = { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown };
type QueryContentProps<Data> = { query: QueryState<Data>; children: (data: Data) => ReactNode };

/** Renders the data of a query; before that, a loading or error state. */
export function QueryContent<Data>({ query, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <Loading />;
}

/** The loading state, which is announced once it takes long. */
export function Loading() {
  const t = useTranslations('customer.site');
  return (
    <p className="loading" role="status">
      {useIsSlow(true) && t('loading')}
    </p>
  );
}

/** A progress bar along the top of the page, without layout shift. */
export function Progress({ isSlow }: { isSlow: boolean }) {
  const t = useTranslations('customer.site');
  return (
    <div className="page-progress no-print" role="status">
      {isSlow && <progress aria-label={t('loading')} />}
    </div>
  );
}

/** Milliseconds before a loading state is shown; anything faster would only flicker. */
const SLOW_AFTER_MS = 150;

/** Whether something pending takes longer than that. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending]);
  return isSlow && isPending;
}

/** Whether a navigation takes longer than that. */
export function useIsNavigationSlow(): boolean {
  return useIsSlow(useNavigation().state !== 'idle');
}

/** The title of the page, in the tab and as its heading. */
export function PageTitle({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <h1>
        <NoWrapNumbers text={title} />
      </h1>
    </>
  );
}
