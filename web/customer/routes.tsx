import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { isSignedIn, storedProfile } from '../browser/session.ts';
import { loadProvider } from './auth/load-provider.ts';
import { AuthLayout } from './auth-layout.tsx';
import { BlankLayout } from './blank-layout.tsx';
import { FailedRoute } from './failed-route.tsx';
import { guard } from './guard.ts';
import { Loading } from './loading.tsx';
import { MainLayout } from './main-layout.tsx';
import { Root } from './root.tsx';
import { STATUS_PAGES } from './status-pages.ts';

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

function page(path: string, load: Page, handle?: Trail): RouteObject {
  return { path, lazy: load, ...(handle && { handle }) };
}

const AUTH: RouteObject[] = [
  { path: 'auth', loader: () => redirect('/auth/login') },
  { ...page('auth/login', () => import('./auth/login-page.tsx')), loader: loadProvider },
  { ...page('auth/register', () => import('./auth/register-page.tsx')), loader: loadProvider },
  page('auth/forget-password', () => import('./auth/forget-password-page.tsx')),
];

const MAIN: RouteObject[] = [
  { index: true, loader: () => redirect('/dashboard') },
  page('dashboard', () => import('./dashboard-page.tsx'), { trail: 'dashboard' }),
  page('my-orders', () => import('./orders-page.tsx'), { trail: 'orders' }),
  page('my-address', () => import('./addresses-page.tsx'), { trail: 'addresses' }),
  page('wish-list', () => import('./wish-list-page.tsx'), { trail: 'wishList' }),
  page('my-transactions', () => import('./transactions-page.tsx'), { trail: 'transactions' }),
  page('checkout', () => import('./checkout/checkout-page.tsx'), { trail: 'checkout' }),
  page('profile', () => import('./profile-page.tsx'), { trail: 'profile' }),
  {
    path: 'tickets',
    lazy: () => import('./tickets-page.tsx'),
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
      { Component: AuthLayout, children: AUTH },
      { Component: MainLayout, children: MAIN },
      { Component: BlankLayout, children: BLANK },
      { path: '*', loader: () => redirect('/pages/error-404') },
    ],
  },
];

export function createAppRouter() {
  return createBrowserRouter(ROUTES, { basename: CUSTOMER_AREA });
}

function guardLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(CUSTOMER_AREA.length) || '/';
  const elsewhere = guard(path, { isSignedIn: isSignedIn(), role: storedProfile()?.userRole });
  if (!elsewhere) return null;
  return redirect(
    elsewhere.startsWith('/auth/login?') ? `/auth/login?to=${encodeURIComponent(path + search)}` : elsewhere,
  );
}
