import { useTranslations } from 'use-intl';
import { MOST_STARRED } from '#contract/sessions.ts';
import { storedProfile } from '../../browser/session.ts';
import { useNotify } from '../notices.tsx';
import { usePreference } from '../use-preference.ts';
import { useProfile } from '../use-profile.ts';

/** The starred pages, and how to star one or take its star off; the eleventh is refused with a sentence. */
export function useStarred(): { starred: readonly string[]; toggle: (path: string) => void } {
  const t = useTranslations('customer.frame');
  const notify = useNotify();
  const save = usePreference();
  const starred = useProfile()?.starred ?? [];
  const toggle = (path: string) => {
    const before = storedProfile()?.starred ?? [];
    const next = before.includes(path) ? before.filter((one) => one !== path) : [...before, path];
    if (next.length > MOST_STARRED) notify({ text: t('starsFull'), kind: 'warning' });
    else void save({ starred: next });
  };
  return { starred, toggle };
}
