import {
  createBrowserRouter,
  redirect,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { isSignedIn, storedProfile } from '../browser/session.ts';
import { loadIdentityProvider } from './auth/sign-in-and-out.ts';
import { AuthLayout, BlankLayout, ErrorPage, RootErrorPage, RootLayout } from './shell/layouts.tsx';
import { guard, STATUS_PAGES } from './auth/guard.ts';
import { loadChunk } from './shell/lazy-with-preload.ts';
import { Loading } from './page/page-states.tsx';
import type { BreadcrumbHandle } from './shell/menu-items.ts';
import { detectLocale, preloadAreaMessages } from './shell/locale.tsx';

type LoadPage = () => Promise<{ Component: React.ComponentType }>;

let router: ReturnType<typeof createBrowserRouter>;

/** A page with a script of its own, loaded by {@link loadChunk}. */
function page(path: string, load: LoadPage, handle?: BreadcrumbHandle): RouteObject {
  return { path, lazy: () => loadPage(path, load), ...(handle && { handle }) };
}

function loadPage(name: string, load: LoadPage): ReturnType<LoadPage> {
  return loadChunk({ name, load, target: targetAddress });
}

/** Loads the main layout and, at the same time, the messages of its pages. */
function loadMainArea(): ReturnType<LoadPage> {
  const messages = preloadAreaMessages(detectLocale());
  return loadPage('main-area', async () => {
    const [layout] = await Promise.all([import('./shell/main-layout.tsx'), messages]);
    return layout;
  });
}

/** The URL of the pending page, else of the current one. */
function targetAddress(): string {
  const { navigation, location } = router.state;
  return router.createHref(navigation.location ?? location);
}

const AUTH: RouteObject[] = [
  { path: 'auth', loader: () => redirect('/auth/login') },
  { ...page('auth/login', () => import('./auth/login-page.tsx')), loader: loadIdentityProvider },
  { ...page('auth/register', () => import('./auth/register-page.tsx')), loader: loadIdentityProvider },
  page('auth/forget-password', () => import('./auth/forgot-password-page.tsx')),
];

/** The pages in the main layout. */
export const MAIN: RouteObject[] = [
  page('dashboard', () => import('./dashboard/dashboard-page.tsx'), { breadcrumb: 'dashboard' }),
  page('my-orders', () => import('./orders/orders-page.tsx'), { breadcrumb: 'orders' }),
  page('my-books', () => import('./books/books-page.tsx'), { breadcrumb: 'books' }),
  page('my-address', () => import('./addresses/addresses-page.tsx'), { breadcrumb: 'addresses' }),
  page('wish-list', () => import('./wish-list/wish-list-page.tsx'), { breadcrumb: 'wishList' }),
  page('lists/:id?', () => import('./lists/lists-page.tsx'), { breadcrumb: 'lists' }),
  page('alerts', () => import('./alerts/alerts-page.tsx'), { breadcrumb: 'alerts' }),
  page('my-transactions', () => import('./transactions/transactions-page.tsx'), { breadcrumb: 'transactions' }),
  page('reviews', () => import('./reviews/reviews-page.tsx'), { breadcrumb: 'reviews' }),
  page('reviews/write/:productId', () => import('./reviews/write-review-page.tsx'), { breadcrumb: 'reviews' }),
  page('reviews/report/:id', () => import('./reviews/report-review-page.tsx'), { breadcrumb: 'reviews' }),
  page('checkout', () => import('./checkout/checkout-page.tsx'), { breadcrumb: 'checkout' }),
  page('checkout/confirmation/:number', () => import('./checkout/confirmation-page.tsx'), { breadcrumb: 'checkout' }),
  page('profile', () => import('./profile/profile-page.tsx'), { breadcrumb: 'profile' }),
  {
    path: 'tickets',
    lazy: () => loadPage('tickets', () => import('./tickets/tickets-page.tsx')),
    handle: { breadcrumb: 'tickets' } satisfies BreadcrumbHandle,
    children: [page('show/:id', () => import('./tickets/ticket-page.tsx'), { breadcrumb: 'ticket' })],
  },
];

const BLANK: RouteObject[] = [
  page('callback', () => import('./auth/oidc-callback-page.tsx')),
  ...STATUS_PAGES.map((name) => page(`pages/${name}`, () => import('./status/status-page.tsx'))),
];

/** Every route of the customer area with its layout and script. */
export const ROUTES: RouteObject[] = [
  {
    Component: RootLayout,
    loader: guardLoader,
    shouldRevalidate: mayBeElsewhere,
    HydrateFallback: Loading,
    ErrorBoundary: RootErrorPage,
    children: [
      { index: true, loader: () => redirect('/dashboard') },
      { Component: AuthLayout, children: AUTH },
      {
        lazy: loadMainArea,
        children: [{ ErrorBoundary: ErrorPage, children: MAIN }],
      },
      { Component: BlankLayout, children: BLANK },
      { path: '*', loader: () => redirect('/pages/error-404') },
    ],
  },
];

/** The router of the customer area. A viewer without access to the requested page starts at the redirect. */
export function createAppRouter() {
  const { pathname, search } = location;
  const target = guardRedirect(pathname, search);
  if (target) history.replaceState(history.state, '', CUSTOMER_AREA + target);
  router = createBrowserRouter(ROUTES, { basename: CUSTOMER_AREA });
  return router;
}

/** Whoever changes the filters of a page has been let in; without a loader to wait for, they are in the address at once. */
function mayBeElsewhere({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}

function guardLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const elsewhere = guardRedirect(pathname, search);
  return elsewhere ? redirect(elsewhere) : null;
}

function guardRedirect(pathname: string, search: string): string | undefined {
  const path = pathname.slice(CUSTOMER_AREA.length) || '/';
  const elsewhere = guard(path, { isSignedIn: isSignedIn(), role: storedProfile()?.userRole });
  return elsewhere?.startsWith('/auth/login?') ? `/auth/login?to=${encodeURIComponent(path + search)}` : elsewhere;
}
