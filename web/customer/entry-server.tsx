import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { useTranslations } from 'use-intl';
import { CUSTOMER_AREA, type RenderFirstPaint } from '#contract/pages.ts';
import { CHECKOUT_MESSAGES } from '../cart/checkout-messages.ts';
import { CART_MESSAGES } from '../cart/load-messages.ts';
import { App, whenLoaded } from './app.tsx';
import { CartMessages } from './checkout/cart-messages.tsx';
import { CheckoutSteps } from './checkout/checkout-fields.tsx';
import { provideIdentityProvider } from './auth/sign-in-and-out.ts';
import { ROUTES } from './routes.tsx';
import { RootLayout } from './shell/layouts.tsx';
import { loadMessages, preloadAreaMessages, AreaMessages, LazyMessages, preloadMessages } from './shell/locale.tsx';
import { MainLayout } from './shell/main-layout.tsx';
import { Loading } from './page/page-states.tsx';

/** The checkout until its script has come: all that does not depend on the cart, which only the browser knows. */
const CHECKOUT: RouteObject[] = [
  {
    Component: RootLayout,
    children: [
      {
        Component: CheckoutFrame,
        children: [{ path: 'checkout', Component: CheckoutTitle, handle: { breadcrumb: 'checkout' } }],
      },
    ],
  },
];

function CheckoutFrame() {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <AreaMessages>
        <CartMessages>
          <LazyMessages name="checkout" loaders={CHECKOUT_MESSAGES}>
            <MainLayout />
          </LazyMessages>
        </CartMessages>
      </AreaMessages>
    </QueryClientProvider>
  );
}

function CheckoutTitle() {
  const t = useTranslations('area.checkout');
  return (
    <div className="checkout">
      <title>{t('title')}</title>
      <CheckoutSteps />
      <h1>{t('title')}</h1>
      <Loading />
    </div>
  );
}

export const renderFirstPaint: RenderFirstPaint = async ({ page, locale, provider }) => {
  provideIdentityProvider(provider);
  const [messages] = await Promise.all([
    loadMessages(locale),
    preloadAreaMessages(locale),
    preloadMessages(locale, CART_MESSAGES, CHECKOUT_MESSAGES),
  ]);
  const router = createMemoryRouter(page === '/checkout' ? CHECKOUT : ROUTES, {
    basename: CUSTOMER_AREA,
    initialEntries: [CUSTOMER_AREA + page],
  });
  await whenLoaded(router);
  const html = renderToString(<App locale={locale} messages={messages} router={router} onReady={() => {}} />);
  router.dispose();
  return html;
};
