import { isSignedIn, storedProfile } from '../browser/session.ts';
import { chooseTheme } from '../browser/theme.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';
import { useChooseLocale } from './locale-provider.tsx';
import { saveChoices, type Choices } from './own-profile.ts';
import { useTrouble } from './use-trouble.ts';

/**
 * Makes a choice the moment it is made, on the page and, of who is signed in, on the profile. Answers whether it was
 * kept; a refused one is taken back on both and says why.
 */
export function usePreference(): (change: Choices) => Promise<boolean> {
  const tellTrouble = useTrouble();
  const locale = useReaderLocale();
  const chooseLocale = useChooseLocale();
  return async (change) => {
    try {
      if (change.theme) chooseTheme(change.theme);
      if (change.locale) await chooseLocale(change.locale);
      if (isSignedIn()) await saveChoices(change);
      return true;
    } catch (error) {
      if (change.locale) await chooseLocale(storedProfile()?.locale ?? locale).catch(() => {});
      tellTrouble(error);
      return false;
    }
  };
}
