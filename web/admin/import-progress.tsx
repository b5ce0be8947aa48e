import { useTranslations } from 'use-intl';
import type { AnyImport } from '#contract/admin-imports.ts';

/** Below so many seconds the time that is left is said in seconds. */
const FEW_SECONDS = 100;

/** How far the work is, how fast, and about how long it takes. */
export function ImportProgress({ run: { progress } }: { run: AnyImport }) {
  const t = useTranslations('adminImports.progress');
  const { done = 0, total = 0 } = progress ?? {};
  const seconds = progress ? (Date.parse(progress.at) - Date.parse(progress.started_at)) / 1000 : 0;
  const rate = seconds > 0 ? Math.round(done / seconds) : 0;
  const left = rate > 0 ? Math.ceil(Math.max(0, total - done) / rate) : undefined;
  return (
    <div className="import-progress">
      <progress max={Math.max(1, total)} {...(total > 0 && { value: done })} aria-label={t('label')} />
      {progress ? (
        <p>
          {t('done', { done, total })}
          {rate > 0 && ` · ${t('rate', { rate })}`}
          {left !== undefined && ` · ${timeLeft(t, left)}`}
        </p>
      ) : (
        <p>{t('waiting')}</p>
      )}
      <p className="field-hint">{t('leave')}</p>
    </div>
  );
}

function timeLeft(t: ReturnType<typeof useTranslations<'adminImports.progress'>>, seconds: number): string {
  return seconds < FEW_SECONDS ? t('seconds', { count: seconds }) : t('minutes', { count: Math.round(seconds / 60) });
}
