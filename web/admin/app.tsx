import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Locale } from '#domain/locale.ts';
import { ADMIN_AREA, INVITATION } from '#contract/pages.ts';
import { reportFailure } from '../browser/watch-failures.ts';
import { ApiRequestError } from '../browser/api-client.ts';
import { COMMON_MESSAGES } from '../cart/load-messages.ts';
import { RootErrorPage } from '../customer/shell/layouts.tsx';
import { LazyMessages, LocaleProvider, type CustomerMessages, type MessageLoaders } from '../customer/shell/locale.tsx';
import { ToastRegion } from '../customer/shell/toasts.tsx';
import { HomePage } from './home-page.tsx';
import { Layout, NotFoundPage } from './layout.tsx';
import { OrderPage } from './order-page.tsx';
import { OrdersPage } from './orders-page.tsx';
import { RefundPage, RefundsPage } from './refunds-page.tsx';

const ADMIN_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/admin.json'),
  fa: () => import('#messages/fa/admin.json'),
  de: () => import('#messages/de/admin.json'),
  fr: () => import('#messages/fr/admin.json'),
  pt: () => import('#messages/pt/admin.json'),
};

const ROUTES: RouteObject[] = [
  {
    path: INVITATION,
    ErrorBoundary: RootErrorPage,
    lazy: async () => ({ Component: (await import('./invitation-page.tsx')).InvitationPage }),
  },
  {
    Component: Layout,
    ErrorBoundary: RootErrorPage,
    children: [
      { index: true, Component: HomePage },
      { path: 'orders', Component: OrdersPage },
      { path: 'orders/:number', Component: OrderPage },
      {
        path: 'fulfilment',
        lazy: async () => ({ Component: (await import('./fulfilment-area.tsx')).FulfilmentArea }),
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./fulfilment-page.tsx')).FulfilmentPage }) },
          {
            path: 'pack/:number',
            lazy: async () => ({ Component: (await import('./pack-page.tsx')).PackPage }),
          },
          {
            path: 'pick-list',
            lazy: async () => ({ Component: (await import('./pick-list-page.tsx')).PickListPage }),
          },
          { path: 'ship', lazy: async () => ({ Component: (await import('./ship-page.tsx')).ShipPage }) },
        ],
      },
      { path: 'refunds', Component: RefundsPage },
      { path: 'refunds/:id', Component: RefundPage },
      { path: 'tickets', lazy: async () => ({ Component: (await import('./tickets-page.tsx')).TicketsPage }) },
      { path: 'tickets/:number', lazy: async () => ({ Component: (await import('./ticket-page.tsx')).TicketPage }) },
      {
        path: 'saved-replies',
        lazy: async () => ({ Component: (await import('./saved-replies-page.tsx')).SavedRepliesPage }),
      },
      { path: 'customers', lazy: async () => ({ Component: (await import('./customers-page.tsx')).CustomersPage }) },
      { path: 'customers/:id', lazy: async () => ({ Component: (await import('./customer-page.tsx')).CustomerPage }) },
      { path: 'returns', lazy: async () => ({ Component: (await import('./returns-page.tsx')).ReturnsPage }) },
      { path: 'returns/:number', lazy: async () => ({ Component: (await import('./returns-page.tsx')).ReturnPage }) },
      { path: 'claims', lazy: async () => ({ Component: (await import('./claims-page.tsx')).ClaimsPage }) },
      { path: 'claims/:number', lazy: async () => ({ Component: (await import('./claims-page.tsx')).ClaimPage }) },
      { path: 'reviews', lazy: async () => ({ Component: (await import('./reviews-page.tsx')).ReviewsPage }) },
      { path: 'reviews/:id', lazy: async () => ({ Component: (await import('./review-page.tsx')).ReviewPage }) },
      {
        path: 'title-requests',
        lazy: async () => ({ Component: (await import('./title-requests-page.tsx')).TitleRequestsPage }),
      },
      {
        path: 'catalogue',
        lazy: async () => ({ Component: (await import('./catalogue-page.tsx')).CataloguePage }),
      },
      {
        path: 'catalogue/grid',
        lazy: async () => ({ Component: (await import('./grid-page.tsx')).GridPage }),
      },
      {
        path: 'catalogue/prices',
        lazy: async () => ({ Component: (await import('./prices-page.tsx')).PricesPage }),
      },
      { path: 'catalogue/:id', lazy: async () => ({ Component: (await import('./title-page.tsx')).TitlePage }) },
      {
        path: 'transfers',
        lazy: async () => ({ Component: (await import('./transfers-page.tsx')).TransfersPage }),
      },
      { path: 'money', lazy: async () => ({ Component: (await import('./money-page.tsx')).MoneyPage }) },
      {
        path: 'money/orders/:number',
        lazy: async () => ({ Component: (await import('./order-statement-page.tsx')).OrderStatementPage }),
      },
      { path: 'staff', lazy: async () => ({ Component: (await import('./staff-page.tsx')).StaffPage }) },
      {
        path: 'coupons',
        lazy: async () => ({ Component: (await import('./coupons-area.tsx')).CouponsArea }),
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./coupons-page.tsx')).CouponsPage }) },
          { path: 'new', lazy: async () => ({ Component: (await import('./coupon-page.tsx')).NewCouponPage }) },
          { path: ':code', lazy: async () => ({ Component: (await import('./coupon-page.tsx')).CouponPage }) },
        ],
      },
      {
        path: 'imports',
        lazy: async () => ({ Component: (await import('./imports-area.tsx')).ImportsArea }),
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./imports-page.tsx')).ImportsPage }) },
          { path: ':id', lazy: async () => ({ Component: (await import('./import-page.tsx')).ImportPage }) },
        ],
      },
      {
        path: 'inventory',
        lazy: async () => ({ Component: (await import('./inventory-area.tsx')).InventoryArea }),
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./inventory-page.tsx')).InventoryPage }) },
          { path: 'low', lazy: async () => ({ Component: (await import('./low-stock-page.tsx')).LowStockPage }) },
          { path: 'to-order', lazy: async () => ({ Component: (await import('./purchase-page.tsx')).PurchasePage }) },
          { path: 'formats/:id', lazy: async () => ({ Component: (await import('./stock-page.tsx')).StockPage }) },
          { path: 'receive', lazy: async () => ({ Component: (await import('./receive-page.tsx')).ReceivePage }) },
          {
            path: 'stocktake',
            lazy: async () => ({ Component: (await import('./stocktake-page.tsx')).StocktakePage }),
          },
        ],
      },
      {
        path: 'content',
        lazy: async () => ({ Component: (await import('./content-area.tsx')).ContentArea }),
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./content-page.tsx')).ContentPage }) },
          {
            path: 'announcements',
            lazy: async () => ({ Component: (await import('./announcements-page.tsx')).AnnouncementsPage }),
          },
          { path: 'menus', lazy: async () => ({ Component: (await import('./menus-page.tsx')).MenusPage }) },
          { path: 'pages', lazy: async () => ({ Component: (await import('./shop-pages-page.tsx')).ShopPagesPage }) },
          {
            path: 'pages/:slug',
            lazy: async () => ({ Component: (await import('./shop-page-page.tsx')).ShopPagePage }),
          },
        ],
      },
      {
        path: 'settings',
        lazy: async () => ({ Component: (await import('./settings-area.tsx')).SettingsArea }),
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./settings-page.tsx')).SettingsPage }) },
          { path: 'delivery', lazy: async () => ({ Component: (await import('./delivery-page.tsx')).DeliveryPage }) },
          { path: 'emails', lazy: async () => ({ Component: (await import('./emails-page.tsx')).EmailsPage }) },
          { path: 'emails/:kind', lazy: async () => ({ Component: (await import('./emails-page.tsx')).EmailPage }) },
          {
            path: 'delivery/new-zone',
            lazy: async () => ({ Component: (await import('./zone-page.tsx')).NewZonePage }),
          },
          {
            path: 'delivery/zones/:name',
            lazy: async () => ({ Component: (await import('./zone-page.tsx')).ZonePage }),
          },
        ],
      },
      { path: 'audit', lazy: async () => ({ Component: (await import('./audit-page.tsx')).AuditPage }) },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

const router = createBrowserRouter(ROUTES, { basename: ADMIN_AREA });

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof ApiRequestError && error.problem === undefined,
    },
    mutations: { networkMode: 'always' },
  },
});

/** The back office. */
export function App({ locale, messages }: { locale: Locale; messages: CustomerMessages }) {
  return (
    <LocaleProvider initialLocale={locale} initialMessages={messages}>
      <QueryClientProvider client={queryClient}>
        <LazyMessages name="common" loaders={COMMON_MESSAGES}>
          <LazyMessages name="admin" loaders={ADMIN_MESSAGES}>
            <RouterProvider router={router} onError={reportFailure} />
          </LazyMessages>
        </LazyMessages>
      </QueryClientProvider>
      <ToastRegion />
    </LocaleProvider>
  );
}
