import { LogOut, ShoppingBag, SunMoon } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, NavLink, Outlet, useLocation, useMatches } from 'react-router';
import { useTranslations } from 'use-intl';
import { cartCount, onCartChange } from '../browser/cart.ts';
import { isSignedIn, onSessionChange } from '../browser/session.ts';
import { chooseTheme, isDark } from '../browser/theme.ts';
import { Count } from '../ui/count.tsx';
import { KeptCart } from './kept-cart.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { logOutHere } from './log-out.ts';
import type { Trail } from './routes.tsx';
import { Wordmark } from './wordmark.tsx';

const MENU = [
  ['dashboard', '/dashboard'],
  ['orders', '/my-orders'],
  ['wishList', '/wish-list'],
  ['tickets', '/tickets'],
  ['transactions', '/my-transactions'],
  ['addresses', '/my-address'],
  ['profile', '/profile'],
] as const;

/** Around every page of a signed-in customer, and the checkout. */
export function MainLayout() {
  const t = useTranslations('customer');
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn);
  const content = useFocusOnNavigation();
  return (
    <>
      <a className="skip" href="#content">
        {t('site.skip')}
      </a>
      <Head isMember={isMember} />
      <div className={isMember ? 'desk' : 'desk desk-guest'}>
        {isMember && <Menu />}
        <main id="content" tabIndex={-1} ref={content}>
          {isMember && <Breadcrumb />}
          {isMember && <KeptCart />}
          <Outlet />
        </main>
      </div>
    </>
  );
}

function Head({ isMember }: { isMember: boolean }) {
  const t = useTranslations('customer');
  const count = useSyncExternalStore(onCartChange, cartCount);
  return (
    <header className="masthead">
      <div className="masthead-row">
        <Wordmark />
        <nav className="tools" aria-label={t('site.shop')}>
          <a className="tool" href="/browse">
            {t('site.shop')}
          </a>
          <LanguageMenu />
          <button
            type="button"
            className="tool"
            aria-label={t('site.theme')}
            onClick={() => chooseTheme(isDark() ? 'light' : 'dark')}
          >
            <SunMoon aria-hidden="true" size={20} />
          </button>
          <Link className="tool" to="/checkout">
            <ShoppingBag aria-hidden="true" size={20} />
            <span className="visually-hidden">{t('menu.checkout')}</span>
            {count > 0 && (
              <b className="badge">
                <Count of={count} />
              </b>
            )}
          </Link>
          {isMember ? (
            <button type="button" className="tool" onClick={() => void logOutHere()} aria-label={t('site.signOut')}>
              <LogOut aria-hidden="true" size={20} />
            </button>
          ) : (
            <Link className="tool" to="/auth/login?to=%2Fcheckout">
              {t('site.signIn')}
            </Link>
          )}
        </nav>
      </div>
    </header>
  );
}

function Menu() {
  const t = useTranslations('customer');
  return (
    <nav className="menu" aria-label={t('site.menu')}>
      <ul>
        {MENU.map(([name, to]) => (
          <li key={name}>
            <NavLink to={to}>{t(`menu.${name}`)}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Breadcrumb() {
  const t = useTranslations('customer');
  const trail = useMatches().flatMap((match) => {
    const handle = match.handle as Trail | undefined;
    return handle ? [{ name: handle.trail, to: match.pathname }] : [];
  });
  return (
    <nav className="breadcrumb" aria-label={t('site.trail')}>
      <ol>
        <li>
          <Link to="/">{t('site.home')}</Link>
        </li>
        {trail.map(({ name, to }) => (
          <li key={to}>
            <Link to={to} aria-current="page">
              {t(`menu.${name}`)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** After a navigation the focus goes to the new page, so that it is read from its beginning. */
function useFocusOnNavigation() {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) content.current?.focus();
    before.current = pathname;
  }, [pathname]);
  return content;
}
