import { useTranslations } from 'use-intl';
import { saveProfile } from '#contract/account.ts';
import type { Profile } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { storedProfile, storeProfile } from '../../browser/session.ts';
import { useNotify } from '../notices.tsx';
import { useRefusal } from '../use-refusal.ts';

type Preferences = Pick<Profile, 'locale' | 'theme' | 'userRole' | 'marketing'>;

/** One after the other, so that no older answer comes last. */
let last: Promise<unknown> = Promise.resolve();

/** Saves a choice the moment it is made. Answers whether it was kept; a refused one is taken back and says why. */
export function usePreference(): (change: Partial<Preferences>) => Promise<boolean> {
  const t = useTranslations('customer');
  const notify = useNotify();
  const refusal = useRefusal();
  return async (body) => {
    const before = storedProfile();
    if (before) storeProfile({ ...before, ...body });
    const saving = last.then(() => call(saveProfile, { body }));
    last = saving.catch(() => undefined);
    try {
      storeProfile(await saving);
      return true;
    } catch (error) {
      if (before && storedProfile()) storeProfile(before);
      notify({ title: t('trouble.title'), text: refusal(error), kind: 'danger' });
      return false;
    }
  };
}
