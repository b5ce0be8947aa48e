import { SunMoon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { isDark } from '../browser/theme.ts';
import { usePreference } from './use-preference.ts';

/** Switches between light and dark, here and on the profile. */
export function ThemeButton() {
  const t = useTranslations('customer.site');
  const save = usePreference();
  return (
    <button
      type="button"
      className="tool"
      aria-label={t('theme')}
      onClick={() => void save({ theme: isDark() ? 'light' : 'dark' })}
    >
      <SunMoon aria-hidden="true" size={20} />
    </button>
  );
}
