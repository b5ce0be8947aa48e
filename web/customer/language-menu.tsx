import { useTranslations } from 'use-intl';
import { isLocale, LOCALES } from '#domain/locale.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';
import { usePreference } from './use-preference.ts';

/** Changes the language, here and on the profile, and stays on the page. */
export function LanguageMenu() {
  const t = useTranslations('customer');
  const locale = useReaderLocale();
  const save = usePreference();
  return (
    <select
      className="language-menu"
      aria-label={t('site.language')}
      value={locale}
      onChange={({ target }) => {
        if (isLocale(target.value)) void save({ locale: target.value });
      }}
    >
      {LOCALES.map((one) => (
        <option key={one} value={one} lang={one}>
          {t(`languageNames.${one}`)}
        </option>
      ))}
    </select>
  );
}
