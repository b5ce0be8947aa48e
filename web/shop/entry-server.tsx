import { renderToString } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import type { PageRequest, RenderPage, ShopView } from '#contract/views.ts';
import { TIME_ZONE } from '#domain/time-zone.ts';
import { BookPage } from './book-page.tsx';
import { BrowsePage } from './browse-page.tsx';
import { CartPage } from './cart-page.tsx';
import { documentOf } from './document.ts';
import { HomePage } from './home-page.tsx';
import { FailedPage, InfoPage, NotFoundPage } from './info-page.tsx';
import { Layout } from './layout.tsx';
import { SHOP_MESSAGES } from './messages.ts';
import { OrderPage } from './order-page.tsx';
import { RequestProvider } from './shop-context.tsx';

/** Renders a whole page of the shop as a guest sees it. */
export const renderPage: RenderPage = (request: PageRequest) => {
  const { locale, view } = request;
  const body = renderToString(
    <IntlProvider locale={locale} messages={SHOP_MESSAGES[locale]} timeZone={TIME_ZONE}>
      <RequestProvider value={request}>
        <Layout>
          <Page view={view} />
        </Layout>
      </RequestProvider>
    </IntlProvider>,
  );
  return documentOf(request, body);
};

function Page({ view }: { view: ShopView }) {
  switch (view.page) {
    case 'home':
      return <HomePage view={view} />;
    case 'browse':
      return <BrowsePage view={view} />;
    case 'book':
      return <BookPage product={view.product} />;
    case 'cart':
      return <CartPage view={view} />;
    case 'order':
      return <OrderPage {...view} />;
    case 'not_found':
      return <NotFoundPage />;
    case 'failed':
      return <FailedPage requestId={view.requestId} />;
    default:
      return <InfoPage name={view.page} />;
  }
}
