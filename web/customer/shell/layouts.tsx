import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, useLocation, useNavigationType, useRouteError } from 'react-router';
import { Progress, useIsNavigationSlow } from '../page/page-states.tsx';
import { Header } from './header.tsx';
import { useTranslations } from 'use-intl';
import { ChunkLoadError } from './lazy-with-preload.ts';
import { cartCount, onCartChange } from '../../browser/cart.ts';

/** Wraps every page, whatever its layout. */
export function RootLayout() {
  useFocusOnNavigation();
  return (
    <>
      <Progress isSlow={useIsNavigationSlow()} />
      <Outlet />
      <Announcer />
    </>
  );
}

/** Focuses the new page's heading after a navigation, so that screen readers start there. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (!isBack) scrollTo({ top: 0 });
    const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    if (!start) return;
    start.tabIndex = -1;
    start.focus({ preventScroll: true });
  }, [pathname, isBack]);
}

/** The layout of sign-in, registration and password reset. */
export function AuthLayout() {
  return (
    <div className="auth">
      <Header />
      <main id="content" className="auth-main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

/** The layout of a page without menu. */
export function BlankLayout() {
  return (
    <>
      <Header />
      <main className="blank" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

/** Replaces a page that could not be loaded or crashed, within its layout. */
export function ErrorPage() {
  const t = useTranslations('customer');
  const isScript = useRouteError() instanceof ChunkLoadError;
  return (
    <section className="status-page" role="alert">
      <h1>{isScript ? t('loadError.title') : t('unexpectedError.title')}</h1>
      <p>{isScript ? t('loadError.text') : t('unexpectedError.text')}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('loadError.reload')}
      </button>
    </section>
  );
}

/** The same without a layout. */
export function RootErrorPage() {
  return (
    <main className="blank" id="content">
      <ErrorPage />
    </main>
  );
}

const announcementListeners = new Set<() => void>();
let announcement = '';
let announcementTimer: ReturnType<typeof setTimeout> | undefined;
/** How long an announcement stays, in milliseconds. */
const VISIBLE_MS = 5000;

/** Announces a sentence to screen readers; it is removed afterwards. */
export function announce(sentence: string): void {
  clearTimeout(announcementTimer);
  setAnnouncement(sentence);
  announcementTimer = setTimeout(() => setAnnouncement(''), VISIBLE_MS);
}

function setAnnouncement(sentence: string): void {
  announcement = sentence;
  for (const listener of announcementListeners) listener();
}

/** The live region for announcements, such as the number of items in the cart. */
export function Announcer() {
  useAnnounceCartCount();
  return (
    <p className="visually-hidden" role="status" data-announcer>
      {useSyncExternalStore(onAnnouncement, currentAnnouncement, currentAnnouncement)}
    </p>
  );
}

const currentAnnouncement = () => announcement;

function onAnnouncement(callback: () => void): () => void {
  announcementListeners.add(callback);
  return () => announcementListeners.delete(callback);
}

function useAnnounceCartCount(): void {
  const t = useTranslations('customer.shell');
  useEffect(() => {
    let before = cartCount();
    return onCartChange(() => {
      const count = cartCount();
      if (count !== before) announce(t('cartCount', { count }));
      before = count;
    });
  }, [t]);
}
