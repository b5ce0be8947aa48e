import { useTranslations } from 'use-intl';
import { openAnew } from './load-script.ts';
import { useNotify } from './notices.tsx';

/**
 * The script of a part that somebody asks for: `prepare` fetches it ahead, without a word where it fails. Once it
 * `isThere` there is nothing to wait for, and the next key already belongs to what it draws.
 */
export type NeededScript = { isThere: () => boolean; bring: () => Promise<unknown>; prepare: () => void };

/**
 * Brings a script before what needs it is done or shown. Answers whether it came; if not, the page stays as it is with
 * all that was typed there, and a notice says so. The next press tries again.
 */
export function useBring(): (script: NeededScript) => Promise<boolean> {
  const t = useTranslations('customer');
  const notify = useNotify();
  return async ({ bring }) => {
    try {
      await bring();
      return true;
    } catch {
      const reload = { label: t('scripts.reload'), act: () => openAnew(location.href) };
      const words = { title: t('trouble.title'), text: t('trouble.offline') };
      notify({ ...words, kind: 'danger', milliseconds: SHOWN_MS, ...(navigator.onLine && { action: reload }) });
      return false;
    }
  };
}

/** There is something to press in it. */
const SHOWN_MS = 20_000;
