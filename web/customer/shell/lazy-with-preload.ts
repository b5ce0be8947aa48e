import { CUSTOMER_AREA } from '#contract/pages.ts';
import { reportFailure } from '../../browser/watch-failures.ts';
import { removeTabStored, setTabStored, getTabStored } from '../../browser/storage.ts';
import { withEmailToken } from '../auth/email-token.ts';
import { lazy, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from './toasts.tsx';

/** Timeout of a script (specification §8). */
const LOAD_TIMEOUT_MS = 120_000;
const PROBE_TIMEOUT_MS = 10_000;

/** A script could not be loaded, not even after reloading the page. */
export class ChunkLoadError extends Error {}

type ChunkRequest<T> = {
  name: string;
  load: () => Promise<T>;
  /** The URL of the page that needs it. */
  target: () => string;
};

/**
 * Loads a script within its timeout. When that fails (a new release removed the file, or the request hangs), the page
 * that needs it is reloaded silently, once per tab; offline, or the second time, throws {@link ChunkLoadError}. See
 * docs/decisions/2026-11-21-script-loading-failures.md.
 */
export async function loadChunk<T>({ name, load, target }: ChunkRequest<T>): Promise<T> {
  const mark = `retried:${name}`;
  try {
    const loaded = await withTimeout(load());
    removeTabStored(mark);
    return loaded;
  } catch (error) {
    reportFailure(error);
    const isFirst = getTabStored(mark) === null;
    if (!isFirst || !(await isServerReachable()) || !setTabStored(mark, 'once'))
      throw new ChunkLoadError(name, { cause: error });
    reloadPage(target());
    return new Promise<T>(() => {});
  }
}

/** Opens a page as a new document, which requests the scripts of the latest release; keeps a pending email token. */
export function reloadPage(target: string): void {
  const { origin, pathname, search } = location;
  const to = new URL(withEmailToken(target), origin);
  if (to.pathname !== pathname || to.search !== search) return location.assign(to);
  history.replaceState(history.state, '', to);
  return location.reload();
}

/** Rejects when a script takes longer than its timeout. */
export function withTimeout<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The script took too long.')), LOAD_TIMEOUT_MS);
    void loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  return fetch(`${CUSTOMER_AREA}/`, { headers: { Accept: 'text/html' }, cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * What happens when the script of a component cannot be loaded. `toast`: {@link useLoadOrToast} says so before the
 * component is rendered. `hide`: it renders nothing. `reload`: the page is reloaded once, as for a page's own script.
 */
type LazyOptions = { onError: 'toast' | 'hide' } | { onError: 'reload'; name: string };

/** A component with a script of its own, which can be loaded before the component is rendered. */
export function lazyWithPreload<Props>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyOptions = { onError: 'toast' },
) {
  let isLoaded = false;
  const fetchScript = async () => {
    const component = await load();
    isLoaded = true;
    return component;
  };
  const fetchForRender = () => {
    if (options.onError === 'reload')
      return loadChunk({ name: options.name, load: fetchScript, target: () => location.href });
    return options.onError === 'hide' ? fetchScript().catch((): ComponentType<Props> => () => null) : fetchScript();
  };
  return Object.assign(
    lazy(async () => ({ default: await fetchForRender() })),
    {
      isLoaded: () => isLoaded,
      load: () => withTimeout(fetchScript()),
      preload: () => void fetchScript().catch(() => {}),
    },
  );
}

/**
 * The script of a lazy component: `preload` fetches it ahead and ignores errors. Once it `isLoaded`, the component renders
 * at once, so that the next key press already belongs to it.
 */
export type Preloadable = { isLoaded: () => boolean; load: () => Promise<unknown>; preload: () => void };

/**
 * Loads the script of a lazy component before it is rendered. Resolves to whether it was loaded; if not, the page stays
 * as it is with all that was typed there, and a toast says so. The next press tries again.
 */
export function useLoadOrToast(): (component: Preloadable) => Promise<boolean> {
  const t = useTranslations('customer');
  return async (component) => {
    try {
      await component.load();
      return true;
    } catch {
      const reload = { label: t('loadError.reload'), onPress: () => reloadPage(location.href) };
      showToast({
        title: t('error.title'),
        text: t('error.offline'),
        kind: 'danger',
        durationMs: RELOAD_TOAST_MS,
        ...(navigator.onLine && { action: reload }),
      });
      return false;
    }
  };
}

/** Long enough to press the button in it. */
const RELOAD_TOAST_MS = 20_000;
