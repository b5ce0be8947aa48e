import { useTranslations } from 'use-intl';

/** What stands where a page could not be loaded or broke. */
export function FailedRoute() {
  const t = useTranslations('customer');
  return (
    <main className="status-page">
      <h1>{t('pages.error-500.title')}</h1>
      <p>{t('pages.error-500.text')}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('trouble.again')}
      </button>
    </main>
  );
}
