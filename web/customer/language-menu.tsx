import { useLocale, useTranslations } from 'use-intl';
import { isLocale, LOCALES, type Locale } from '#domain/locale.ts';
import { keepOnProfile } from './keep-on-profile.ts';
import { useChooseLocale } from './locale-provider.tsx';

/** Changes the language, here and on the profile, and stays on the page. */
export function LanguageMenu() {
  const t = useTranslations('customer');
  const locale = useLocale();
  const choose = useChooseLocale();
  const change = async (next: Locale) => {
    await choose(next);
    await keepOnProfile({ locale: next });
  };
  return (
    <select
      className="language-menu"
      aria-label={t('site.language')}
      value={locale}
      onChange={({ target }) => {
        if (isLocale(target.value)) void change(target.value);
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
