import type { RenderPage, ShopView } from '#contract/pages.ts';
import { LookInsidePage } from './products/look-inside.tsx';
import { ProductPage } from './products/product-page.tsx';
import {
  AlertsPage,
  NotifyPage,
  NotifySentPage,
  RequestTitlePage,
  RequestTitleSentPage,
} from './pages/alert-pages.tsx';
import { BrowsePage } from './browse/browse-page.tsx';
import { TitlesPage } from './browse/titles-page.tsx';
import { CartPage } from './pages/cart-page.tsx';
import { ContactPage, TicketPage, UnsubscribePage } from './pages/support-pages.tsx';
import { renderDocument } from './document/document.ts';
import { LanguagesPage, SubjectsPage } from './pages/directory-pages.tsx';
import { HomePage } from './pages/home-page.tsx';
import { ErrorPage, NotFoundPage } from './pages/info-pages.tsx';
import { TextPage } from './pages/text-page.tsx';
import { surround } from './layout/surround.tsx';
import { renderHtml } from './render-html.tsx';
import { OrderClaimPage } from './pages/order-claim-page.tsx';
import { OrderRequestPage } from './pages/order-request-pages.tsx';
import { OrderReturnPage } from './pages/order-return-page.tsx';
import { OrderPage } from './pages/order-page.tsx';
import { ListPage } from './pages/list-page.tsx';
import { WishListPage } from './pages/wish-list-page.tsx';

/** Renders a whole page of the shop as a guest sees it. */
export const renderPage: RenderPage = (request) =>
  renderDocument(request, surround(request, renderHtml(request, <ShopPage view={request.view} />)));

function ShopPage({ view }: { view: ShopView }) {
  switch (view.page) {
    case 'home':
      return <HomePage view={view} />;
    case 'browse':
      return <BrowsePage view={view} />;
    case 'titles':
      return <TitlesPage view={view} />;
    case 'subjects':
      return <SubjectsPage subjects={view.subjects} />;
    case 'languages':
      return <LanguagesPage languages={view.languages} />;
    case 'book':
      return <ProductPage view={view} />;
    case 'lookInside':
      return <LookInsidePage view={view} />;
    case 'cart':
      return <CartPage view={view} />;
    case 'wishList':
      return <WishListPage view={view} />;
    case 'list':
      return <ListPage view={view} />;
    case 'order':
      return <OrderPage {...view} />;
    case 'orderRequest':
      return <OrderRequestPage view={view} />;
    case 'orderReturn':
      return <OrderReturnPage view={view} />;
    case 'orderClaim':
      return <OrderClaimPage view={view} />;
    case 'contact':
      return <ContactPage view={view} />;
    case 'ticket':
      return <TicketPage view={view} />;
    case 'notify':
      return <NotifyPage view={view} />;
    case 'notifySent':
      return <NotifySentPage />;
    case 'requestTitle':
      return <RequestTitlePage view={view} />;
    case 'requestTitleSent':
      return <RequestTitleSentPage />;
    case 'alerts':
      return <AlertsPage view={view} />;
    case 'unsubscribe':
      return <UnsubscribePage isDone={view.isDone} />;
    case 'not_found':
      return <NotFoundPage />;
    case 'failed':
      return <ErrorPage requestId={view.requestId} />;
    case 'text':
      return <TextPage text={view.text} />;
    default:
      return view satisfies never;
  }
}
