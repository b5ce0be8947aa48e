import { useTranslations } from 'use-intl';

export function Loading() {
  const t = useTranslations('customer');
  return (
    <p className="loading" role="status">
      {t('site.loading')}
    </p>
  );
}
