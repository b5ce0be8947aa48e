import { useTranslations } from 'use-intl';
import { call } from '../../browser/client.ts';
import { storedProfile, storeProfile } from '../../browser/session.ts';
import { useNotify } from '../notices.tsx';
import { useProfile } from '../use-profile.ts';
import { useRefusal } from '../use-refusal.ts';

/** The starred pages, and how to star one or take its star off; the eleventh is refused with a sentence. */
export function useStarred(): { starred: readonly string[]; toggle: (path: string) => Promise<void> } {
  const t = useTranslations('customer');
  const notify = useNotify();
  const refusal = useRefusal();
  const starred = useProfile()?.starred ?? [];
  const toggle = async (path: string) => {
    const { MOST_STARRED, saveProfile } = await import('#contract/account.ts');
    const before = storedProfile()?.starred ?? [];
    const next = before.includes(path) ? before.filter((one) => one !== path) : [...before, path];
    if (next.length > MOST_STARRED) return notify({ text: t('frame.starsFull'), kind: 'warning' });
    show(next);
    try {
      await call(saveProfile, { body: { starred: next } });
    } catch (error) {
      show(before);
      notify({ title: t('trouble.title'), text: refusal(error), kind: 'danger' });
    }
  };
  return { starred, toggle };
}

/** At once on screen; the server is asked meanwhile. */
function show(starred: string[]): void {
  const profile = storedProfile();
  if (profile) storeProfile({ ...profile, starred });
}
