import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Loading } from './loading.tsx';
import { useRefusal } from './use-refusal.ts';

type EmptyProps = { title: string; text?: string; children?: ReactNode };

/** What stands where nothing is yet: what will be here, and a way on. */
export function Empty({ title, text, children }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

/** A failure in a sentence, and the button that tries again. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('customer.trouble');
  const refusal = useRefusal();
  return (
    <div className="notice notice-danger failed" role="alert">
      <p>
        <b>{t('title')}</b>
      </p>
      <p>{refusal(error)}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {t('again')}
      </button>
    </div>
  );
}

type Asked<Data> = { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown };
type LoadedProps<Data> = { query: Asked<Data>; children: (data: Data) => ReactNode };

/** The data of a query once it is there; until then that it is loading, or why it failed. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Loading />;
}
