import { useRouteError } from 'react-router';
import { useTranslations } from 'use-intl';
import { ScriptFailed } from './load-script.ts';

/** What stands where a page could not be loaded or broke, within its layout. */
export function FailedPage() {
  const t = useTranslations('customer');
  const isScript = useRouteError() instanceof ScriptFailed;
  return (
    <section className="status-page" role="alert">
      <h1>{isScript ? t('scripts.title') : t('pages.error-500.title')}</h1>
      <p>{isScript ? t('scripts.text') : t('pages.error-500.text')}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('scripts.reload')}
      </button>
    </section>
  );
}

/** The same where there is no layout around it. */
export function FailedRoute() {
  return (
    <main className="blank" id="content">
      <FailedPage />
    </main>
  );
}
