import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { Announcer } from './frame/announcer.tsx';

/** Around every page, whatever its layout. */
export function Root() {
  useFocusOnNavigation();
  return (
    <>
      <Outlet />
      <Announcer />
    </>
  );
}

/** After a navigation the focus goes to the new page's heading, so that it is read from its beginning. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (!isBack) scrollTo({ top: 0, behavior: 'instant' });
    const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    if (!start) return;
    start.tabIndex = -1;
    start.focus({ preventScroll: true });
  }, [pathname, isBack]);
}
