import { SunMoon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { chooseTheme, isDark } from '../browser/theme.ts';
import { keepOnProfile } from './keep-on-profile.ts';

/** Switches between light and dark, here and on the profile. */
export function ThemeButton() {
  const t = useTranslations('customer.site');
  const toggle = () => {
    const theme = isDark() ? 'light' : 'dark';
    chooseTheme(theme);
    void keepOnProfile({ theme });
  };
  return (
    <button type="button" className="tool" aria-label={t('theme')} onClick={toggle}>
      <SunMoon aria-hidden="true" size={20} />
    </button>
  );
}
