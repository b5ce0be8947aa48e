import { CUSTOMER_AREA } from '#contract/pages.ts';
import { forgetInTab, keepInTab, readInTab } from '../browser/tab-storage.ts';
import { withMailedToken } from './mailed-token.ts';

/** How long a script may take (specification, section 8). */
const LIMIT_MS = 120_000;
const REACHABLE_WITHIN_MS = 10_000;

/** A script could not be had, also not by loading the page anew. */
export class ScriptFailed extends Error {}

type Script<T> = {
  name: string;
  load: () => Promise<T>;
  /** The address of the page that needs it. */
  target: () => string;
};

/**
 * Loads a script within its time. Where it fails (a new release has taken its name away, or it hangs), the page that
 * needs it is silently loaded anew as a document, once a tab; without a connection, or the second time, it throws
 * {@link ScriptFailed}. See docs/decisions/2026-11-21-scripts-that-are-gone.md.
 */
export async function loadScript<T>({ name, load, target }: Script<T>): Promise<T> {
  const mark = `retried:${name}`;
  try {
    const loaded = await inTime(load());
    forgetInTab(mark);
    return loaded;
  } catch (error) {
    const isFirst = readInTab(mark) === null;
    if (!isFirst || !(await isShopReachable()) || !keepInTab(mark, 'once'))
      throw new ScriptFailed(name, { cause: error });
    openAnew(target());
    return new Promise<T>(() => {});
  }
}

/** Opens a page as a new document, which asks for the scripts of the newest release; a mailed token goes with it. */
export function openAnew(target: string): void {
  const { origin, pathname, search } = location;
  const to = new URL(withMailedToken(target), origin);
  if (to.pathname !== pathname || to.search !== search) return location.assign(to);
  history.replaceState(history.state, '', to);
  return location.reload();
}

/** What is loading, as long as it takes no more than its time. */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The script took too long.')), LIMIT_MS);
    void loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function isShopReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REACHABLE_WITHIN_MS);
    const { ok } = await fetch(`${CUSTOMER_AREA}/`, { headers: { Accept: 'text/html' }, cache: 'no-store', signal });
    return ok;
  } catch {
    return false;
  }
}
