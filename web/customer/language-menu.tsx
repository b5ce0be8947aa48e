import { useLocale, useTranslations } from 'use-intl';
import { isLocale, LOCALES } from '#domain/locale.ts';
import { useChooseLocale } from './locale-provider.tsx';

/** Changes the language and stays on the page. */
export function LanguageMenu() {
  const t = useTranslations('customer');
  const locale = useLocale();
  const choose = useChooseLocale();
  return (
    <select
      className="language-menu"
      aria-label={t('site.language')}
      value={locale}
      onChange={({ target }) => {
        if (isLocale(target.value)) void choose(target.value);
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
