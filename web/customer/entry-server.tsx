import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, useLocation, type RouteObject } from 'react-router';
import { useTranslations } from 'use-intl';
import type { FirstPaint, RenderFirstPaint, Visitor } from '#contract/first-paint.ts';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { CHECKOUT_MESSAGES } from '../cart/checkout-messages.ts';
import { CART_MESSAGES } from '../cart/load-messages.ts';
import { App, whenLoaded } from './app.tsx';
import { CartMessages } from './checkout/cart-messages.tsx';
import { CheckoutSteps, SignInOffer } from './checkout/checkout-fields.tsx';
import { EmptyCheckout } from './checkout/checkout-page.tsx';
import { provideIdentityProvider } from './auth/sign-in-and-out.ts';
import { MAIN, ROUTES } from './routes.tsx';
import { RootLayout } from './shell/layouts.tsx';
import { loadMessages, preloadAreaMessages, AreaMessages, LazyMessages, preloadMessages } from './shell/locale.tsx';
import { MainLayout } from './shell/main-layout.tsx';
import { hasHead, PageHead } from './page/page-head.tsx';
import { usePageName, type BreadcrumbHandle } from './shell/menu-items.ts';

/** All of a page in the main layout that does not depend on data, for visitors who see the same of it. */
type Frame = {
  visitors: readonly Visitor[];
  isMember: boolean;
  isCartFilled: boolean;
  Content: (props: { page: FramedPage }) => ReactNode;
};
type FramedPage = BreadcrumbHandle['breadcrumb'];

const CHECKOUT_FRAMES: readonly Frame[] = [
  { visitors: ['guest-empty-cart'], isMember: false, isCartFilled: false, Content: EmptyCheckout },
  { visitors: ['member-empty-cart'], isMember: true, isCartFilled: false, Content: EmptyCheckout },
  {
    visitors: ['guest-filled-cart'],
    isMember: false,
    isCartFilled: true,
    Content: () => <CheckoutTitle isMember={false} />,
  },
  {
    visitors: ['member-filled-cart'],
    isMember: true,
    isCartFilled: true,
    Content: () => <CheckoutTitle isMember />,
  },
];
const MEMBER_FRAMES: readonly Frame[] = [
  { visitors: ['member-empty-cart', 'member-filled-cart'], isMember: true, isCartFilled: false, Content: HeadOrName },
];

function CheckoutTitle({ isMember }: { isMember: boolean }) {
  const t = useTranslations('area.checkout');
  return (
    <div className="checkout">
      <title>{t('title')}</title>
      <CheckoutSteps />
      <h1>{t('title')}</h1>
      {!isMember && <SignInOffer />}
      <section className="checkout-items">
        <h2>{t('books')}</h2>
      </section>
    </div>
  );
}

function HeadOrName({ page }: { page: FramedPage }) {
  const nameOf = usePageName();
  const { pathname } = useLocation();
  if (!hasHead(page)) return <title>{nameOf(pathname)}</title>;
  return (
    <div className={page === 'profile' ? 'profile' : 'page'}>
      <PageHead page={page} />
    </div>
  );
}

function routesOf({ isMember, isCartFilled, Content }: Frame): RouteObject[] {
  const Layout = () => (
    <QueryClientProvider client={new QueryClient()}>
      <AreaMessages>
        <CartMessages>
          <LazyMessages name="checkout" loaders={CHECKOUT_MESSAGES}>
            <MainLayout isMember={isMember} isCartFilled={isCartFilled} />
          </LazyMessages>
        </CartMessages>
      </AreaMessages>
    </QueryClientProvider>
  );
  const pages = MAIN.map(({ path, handle }): RouteObject => ({
    path: path!,
    handle: handle as unknown,
    Component: () => <Content page={(handle as BreadcrumbHandle).breadcrumb} />,
  }));
  return [{ Component: RootLayout, children: [{ Component: Layout, children: pages }] }];
}

export const renderFirstPaint: RenderFirstPaint = async ({ page, locale, provider }) => {
  provideIdentityProvider(provider);
  const [messages] = await Promise.all([
    loadMessages(locale),
    preloadAreaMessages(locale),
    preloadMessages(locale, CART_MESSAGES, CHECKOUT_MESSAGES),
  ]);
  const render = async (routes: RouteObject[]) => {
    const router = createMemoryRouter(routes, { basename: CUSTOMER_AREA, initialEntries: [CUSTOMER_AREA + page] });
    await whenLoaded(router);
    const html = renderToString(
      <App locale={locale} messages={messages} router={router} onShown={doNothing} onReady={doNothing} />,
    );
    router.dispose();
    return html;
  };
  if (page.startsWith('/auth/'))
    return [{ kind: 'whole', visitors: ['guest-empty-cart', 'guest-filled-cart'], html: await render(ROUTES) }];
  const frames = page === '/checkout' ? CHECKOUT_FRAMES : MEMBER_FRAMES;
  return Promise.all(
    frames.map(async (frame): Promise<FirstPaint> => ({
      kind: 'frame',
      visitors: frame.visitors,
      html: await render(routesOf(frame)),
    })),
  );
};

/** Nothing is pressed on the server. */
function doNothing(): void {}
