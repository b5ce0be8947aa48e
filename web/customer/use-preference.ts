import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/sessions.ts';
import { call } from '../browser/client.ts';
import { isSignedIn, storedProfile, storeProfile } from '../browser/session.ts';
import { chooseTheme } from '../browser/theme.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';
import { useChooseLocale } from './locale-provider.tsx';
import { useNotify } from './notices.tsx';
import { useRefusal } from './use-refusal.ts';

type Preferences = Partial<Pick<Profile, 'locale' | 'theme' | 'userRole' | 'marketing' | 'starred'>>;

/**
 * Makes a choice the moment it is made, on the page and, of who is signed in, on the profile. Answers whether it was
 * kept; a refused one is taken back on both and says why.
 */
export function usePreference(): (change: Preferences) => Promise<boolean> {
  const t = useTranslations('customer.trouble');
  const notify = useNotify();
  const refusal = useRefusal();
  const locale = useReaderLocale();
  const chooseLocale = useChooseLocale();
  return async (change) => {
    try {
      if (change.theme) chooseTheme(change.theme);
      if (change.locale) await chooseLocale(change.locale);
      if (isSignedIn()) await save(change);
      return true;
    } catch (error) {
      if (change.locale) await chooseLocale(storedProfile()?.locale ?? locale).catch(() => {});
      notify({ title: t('title'), text: refusal(error), kind: 'danger' });
      return false;
    }
  };
}

/** The profile as the server last told it. */
let confirmed: Profile | undefined;
/** The choices that the server has not answered yet, oldest first. */
let unanswered: readonly Preferences[] = [];
let last: Promise<unknown> = Promise.resolve();

/** One after the other, so that no older answer comes last; no answer hides a later choice. */
async function save(change: Preferences): Promise<void> {
  if (unanswered.length === 0) confirmed = storedProfile();
  unanswered = [...unanswered, change];
  showProfile();
  const saving = last.then(() => send(change));
  last = saving.catch(() => undefined);
  try {
    confirmed = await saving;
  } finally {
    unanswered = unanswered.filter((one) => one !== change);
    showProfile();
  }
}

async function send(body: Preferences): Promise<Profile> {
  const { saveProfile } = await import('#contract/account.ts');
  return call(saveProfile, { body });
}

function showProfile(): void {
  if (confirmed && isSignedIn()) storeProfile(Object.assign({}, confirmed, ...unanswered) as Profile);
}
