import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { isSignedIn, storedProfile } from '../browser/session.ts';
import { loadProvider } from './auth/load-provider.ts';
import { AuthLayout } from './auth-layout.tsx';
import { BlankLayout } from './blank-layout.tsx';
import { FailedPage, FailedRoute } from './failed-route.tsx';
import { guard } from './guard.ts';
import { loadScript } from './load-script.ts';
import { Loading } from './loading.tsx';
import { Root } from './root.tsx';
import { STATUS_PAGES } from './status-pages.ts';
import { AREA_WORDS, startLocale } from './words.ts';

/** What a route tells the breadcrumb: its name as a key of `customer.menu` and where it leads. */
export type Trail = {
  trail:
    | 'dashboard'
    | 'orders'
    | 'addresses'
    | 'wishList'
    | 'transactions'
    | 'checkout'
    | 'profile'
    | 'tickets'
    | 'ticket';
};

type Page = () => Promise<{ Component: React.ComponentType }>;

let router: ReturnType<typeof createBrowserRouter>;

/** A page of its own script, which has its time and its second chance. */
function page(path: string, load: Page, handle?: Trail): RouteObject {
  return { path, lazy: () => loadPage(path, load), ...(handle && { handle }) };
}

function loadPage(name: string, load: Page): ReturnType<Page> {
  return loadScript({ name, load, target: wantedAddress });
}

/** What stands around the pages behind the sign-in, and at the same time their words. */
function loadMainArea(): ReturnType<Page> {
  void AREA_WORDS[startLocale()]().catch(() => {});
  return loadPage('main-area', () => import('./main-area.tsx'));
}

/** Of the page that is on its way, else of the one that stands. */
function wantedAddress(): string {
  const { navigation, location } = router.state;
  return router.createHref(navigation.location ?? location);
}

const AUTH: RouteObject[] = [
  { path: 'auth', loader: () => redirect('/auth/login') },
  { ...page('auth/login', () => import('./auth/login-page.tsx')), loader: loadProvider },
  { ...page('auth/register', () => import('./auth/register-page.tsx')), loader: loadProvider },
  page('auth/forget-password', () => import('./auth/forget-password-page.tsx')),
];

const MAIN: RouteObject[] = [
  page('dashboard', () => import('./dashboard-page.tsx'), { trail: 'dashboard' }),
  page('my-orders', () => import('./orders-page.tsx'), { trail: 'orders' }),
  page('my-address', () => import('./addresses-page.tsx'), { trail: 'addresses' }),
  page('wish-list', () => import('./wish-list-page.tsx'), { trail: 'wishList' }),
  page('my-transactions', () => import('./transactions-page.tsx'), { trail: 'transactions' }),
  page('checkout', () => import('./checkout/checkout-page.tsx'), { trail: 'checkout' }),
  page('profile', () => import('./profile-page.tsx'), { trail: 'profile' }),
  {
    path: 'tickets',
    lazy: () => loadPage('tickets', () => import('./tickets-page.tsx')),
    handle: { trail: 'tickets' } satisfies Trail,
    children: [page('show/:id', () => import('./ticket-page.tsx'), { trail: 'ticket' })],
  },
];

const BLANK: RouteObject[] = [
  page('callback', () => import('./callback-page.tsx')),
  ...STATUS_PAGES.map((name) => page(`pages/${name}`, () => import('./status-page.tsx'))),
];

/** Every address of the customer area, its layout, and what it loads. */
const ROUTES: RouteObject[] = [
  {
    Component: Root,
    loader: guardLoader,
    shouldRevalidate: () => true,
    HydrateFallback: Loading,
    ErrorBoundary: FailedRoute,
    children: [
      { index: true, loader: () => redirect('/dashboard') },
      { Component: AuthLayout, children: AUTH },
      {
        lazy: loadMainArea,
        children: [{ ErrorBoundary: FailedPage, children: MAIN }],
      },
      { Component: BlankLayout, children: BLANK },
      { path: '*', loader: () => redirect('/pages/error-404') },
    ],
  },
];

/** The router of the customer area. Who may not see the page that was asked for begins at the one they are sent to. */
export function createAppRouter() {
  const { pathname, search } = location;
  const elsewhere = sentElsewhere(pathname, search);
  if (elsewhere) history.replaceState(history.state, '', CUSTOMER_AREA + elsewhere);
  router = createBrowserRouter(ROUTES, { basename: CUSTOMER_AREA });
  return router;
}

function guardLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const elsewhere = sentElsewhere(pathname, search);
  return elsewhere ? redirect(elsewhere) : null;
}

function sentElsewhere(pathname: string, search: string): string | undefined {
  const path = pathname.slice(CUSTOMER_AREA.length) || '/';
  const elsewhere = guard(path, { isSignedIn: isSignedIn(), role: storedProfile()?.userRole });
  return elsewhere?.startsWith('/auth/login?') ? `/auth/login?to=${encodeURIComponent(path + search)}` : elsewhere;
}
