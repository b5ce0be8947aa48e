import { isAuthorRole } from '#domain/catalogue/contributor.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts';
import type { FormState } from './forms.ts';
import type { OrderClaimView, OrderRequestView, OrderReturnView } from './order-request-views.ts';
import type { Logo } from '#domain/logo.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import type { OnlineMethod } from '#domain/orders/payment.ts';
import type { StockShortage } from '#domain/pricing/cart-changes.ts';
import type { Zones } from '#domain/shipping.ts';
import type { SettingFact } from '#domain/page-text.ts';
import { isStandardPage } from '#domain/shop-page.ts';
import type { PageText, SiteFrame } from './site-frame.ts';
import type { CoverImage } from './covers.ts';
import type { ProductFilter } from './product-filter.ts';
import type { NextVolume } from './carts.ts';
import type { GuestAlerts } from './alerts.ts';
import type { ResponseOf } from './endpoint.ts';
import type { SharedListView } from './lists.ts';
import type { BandColor } from './home.ts';
import type { OrderWithTimeline } from './orders.ts';
import type { Portrait } from './portraits.ts';
import type { ReviewPage, ReviewQuery } from './reviews.ts';
import type { getCartDetail, Product, ProductPage, ProductRow, SubjectTree } from './products.ts';
import type { GuestTicket } from './tickets.ts';

/** Every path of the public shop, as Fastify patterns; each also exists below `/de`, `/fa`, `/fr`, `/pt`. */
export const SHOP_PAGES = {
  home: '/',
  browse: '/browse',
  book: '/book/:id/:slug',
  lookInside: '/book/:id/:slug/look-inside',
  author: '/author/:slug',
  series: '/series/:slug',
  subjects: '/subject',
  subject: '/subject/:code',
  publisher: '/publisher/:name',
  imprint: '/publisher/:name/:imprint',
  languages: '/language',
  language: '/language/:code',
  new: '/new',
  forthcoming: '/forthcoming',
  cart: '/cart',
  wishList: '/wish-list',
  list: '/lists/:key',
  order: '/order/:token',
  delivery: '/delivery',
  returns: '/returns',
  contact: '/contact',
  contactSent: '/contact/sent',
  ticket: '/ticket/:token',
  notifySent: '/notify/sent',
  requestTitle: '/request-title',
  requestTitleSent: '/request-title/sent',
  alerts: '/alerts/:token',
  unsubscribe: '/unsubscribe/:token',
  privacy: '/privacy',
  about: '/about',
  terms: '/terms',
  ownPage: '/pages/:slug',
} as const;
export type ShopPage = keyof typeof SHOP_PAGES;

/** Pages that lead to lists of titles, which the sitemap lists. */
export const LIST_PAGES = ['subjects', 'new', 'forthcoming', 'languages'] as const satisfies readonly ShopPage[];

/** What every page's head leads machines to, in its language: how to search the shop, and its catalogue as OPDS. */
export const OPEN_SEARCH_PATH = '/opensearch.xml';
export const OPDS_PATH = '/opds';

/** Where the customer area begins; its own routes are in `web/customer/routes.tsx`. */
export const CUSTOMER_AREA = '/customer';

/** Where the back office begins; its own routes are in `web/admin/app.tsx`. */
export const ADMIN_AREA = '/admin';
/** The HTML of an example email, as Fastify writes patterns; its token says which. */
export const EMAIL_PREVIEW = `${ADMIN_AREA}/email-preview/:token`;
export const emailPreviewUrl = (token: string): string => EMAIL_PREVIEW.replace(':token', token);
/** Below it: where the link of an invitation leads, which needs no sign-in. */
export const INVITATION = 'invitation';

/** The sign-in page; `back` is a page of the shop to return to. */
export function signInPath(back?: string): string {
  const path = `${CUSTOMER_AREA}/auth/login`;
  return back === undefined ? path : `${path}?back=${encodeURIComponent(back)}`;
}

/** A shop path in a language: the default language has no prefix. */
export function localizedPath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** The language of a shop path, and the path without it. */
export function splitLocale(path: string): { locale: Locale; path: string } {
  const [, first = '', ...rest] = path.split('/');
  if (!isLocale(first) || first === DEFAULT_LOCALE) return { locale: DEFAULT_LOCALE, path };
  return { locale: first, path: `/${rest.join('/')}` };
}

export const bookPath = (book: { id: number; slug: string }) => `/book/${book.id}/${book.slug}`;
/** The sample pages of a title. */
export const lookInsidePath = (book: { id: number; slug: string }) => `${bookPath(book)}/look-inside`;
/** A page of a title's reviews: of one rating, in an order. */
export const bookReviewsPath = (book: { id: number; slug: string }, filter: ReviewFilter) =>
  `${bookPath(book)}${reviewSearch(filter)}#reviews`;
/** The query of such a page without what is so by default. */
export function reviewSearch({ rating, sort, page }: ReviewFilter): string {
  const parts = [
    ...(rating === undefined ? [] : [`rating=${rating}`]),
    ...(sort === 'helpful' ? [] : [`sort=${sort}`]),
    ...(page > 1 ? [`page=${page}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
/** Where a customer writes the review of a title, or changes it. */
export const reviewFormPath = (productId: number) => `${CUSTOMER_AREA}/reviews/write/${productId}`;
/** A customer's reviews and the titles that wait for one. */
export const OWN_REVIEWS_PATH = `${CUSTOMER_AREA}/reviews`;
/** Where a customer reports a review. */
export const reviewReportPath = (reviewId: string) => `${CUSTOMER_AREA}/reviews/report/${reviewId}`;
export const authorPath = (author: { slug: string }) => `/author/${author.slug}`;
/** What a person did in another role than as an author, on a page of its own. */
export const rolePath = (author: { slug: string }, role: string) =>
  isAuthorRole(role) ? authorPath(author) : `${authorPath(author)}?role=${encodeURIComponent(role)}`;
export const seriesPath = (series: { slug: string }) => `/series/${series.slug}`;
export const subjectPath = (code: string) => `/subject/${code}`;
export const languagePath = (code: string) => `/language/${encodeURIComponent(code)}`;
/** Publishers and imprints are known by their names. */
export const publisherPath = (name: string) => `/publisher/${encodeURIComponent(name)}`;
export const imprintPath = (publisher: string, imprint: string) =>
  `${publisherPath(publisher)}/${encodeURIComponent(imprint)}`;
/** The page of a list at an address that may have a query. */
export function pageOfPath(path: string, page: number): string {
  if (page <= 1) return path;
  return `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
}
/** A page of text by its name. */
export const pagePath = (slug: string) => (isStandardPage(slug) ? `/${slug}` : `/pages/${slug}`);
export const guestOrderPath = (token: string) => `/order/${token}`;
/** Redirects to the payment provider's checkout page. */
export const guestPaymentPath = (token: string, method: OnlineMethod) => `/order/${token}/pay/${method}`;
/** The picture that other sites show beside a link to any page but that of a title. */
export const SHOP_OPEN_GRAPH_IMAGE = '/covers/shop.png';
/** Handles the form with which a guest cancels the order. */
export const guestCancelPath = (token: string) => `/order/${token}/cancel`;
/** The page on which something is asked for after an order, and that takes its form. */
export const orderRequestPath = (token: string, request: OrderRequest) => `/order/${token}/${request}`;
/** The page of a return, which has its photos and its label below it. */
export const orderReturnPath = (token: string, number: string) => `/order/${token}/returns/${number}`;
/** The page of a claim that something did not arrive; the form that ends it, because it did. */
export const orderClaimPath = (token: string, number: string) => `/order/${token}/claims/${number}`;
export const claimArrivedPath = (token: string, number: string) => `${orderClaimPath(token, number)}/arrived`;
/** A guest's wish list, its titles in the URL: the server stores nothing. */
export const wishListPath = (ids: readonly string[]) =>
  ids.length > 0 ? `/wish-list?ids=${ids.join('.')}` : '/wish-list';
/** A named list that is public (by its id) or has a secret link (by its token); its page handles its own forms. */
export const listPath = (key: string) => `/lists/${key}`;
/** The same where givers choose. */
export const givePath = (key: string) => `${listPath(key)}?give=1`;
/** The ticket of a guest's emailed link; the other two handle its forms. */
export const guestTicketPath = (token: string) => `/ticket/${token}`;
export const guestReplyPath = (token: string) => `/ticket/${token}/reply`;
export const guestClosePath = (token: string) => `/ticket/${token}/close`;
/** Handles the form that asks to be told when a format can be bought. */
export const NOTIFY_PATH = '/notify';
/** The alerts of a guest's emailed link, whose page handles its own forms. */
export const guestAlertsPath = (token: string) => `/alerts/${token}`;
/** Ends review invitations, by its form and by mail clients (RFC 8058). */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`;
/** The contact form, filled in with the search text. */
export const contactPath = (words: string) => `/contact?q=${encodeURIComponent(words)}`;
export const browsePath = (query: string) => (query ? `/browse?${query}` : '/browse');

/** Which of a title's reviews its page shows. */
export type ReviewFilter = Pick<ReviewQuery, 'rating' | 'sort' | 'page'>;

/** A text that staff wrote, in the language of the page or else in English. */
export type HomeText = { text: string; language: Locale };
/** A title that staff wrote, or the shop's own: a message key of `shop.home.sections`. */
export type HomeTitle = HomeText | { key: HomeTitleKey };
export type HomeTitleKey = 'sought' | 'classics' | 'children' | 'new' | 'malay' | 'languages' | 'forthcoming';
/** `path` leads to all titles of its kind. */
export type HomeShelf = { title: HomeTitle; text?: HomeText | undefined; path?: string; rows: ProductRow[] };
/** A title with what somebody of the shop says of it. */
export type HomePick = { row: ProductRow; text: HomeText; by: string };
/** A part of the home page. `covers` opens a page that nobody edited. */
export type HomeSection =
  | { form: 'covers'; rows: ProductRow[] }
  | ({ form: 'featured' } & HomePick)
  | ({ form: 'row' } & HomeShelf)
  | ({ form: 'numbered' } & HomeShelf)
  | ({ form: 'band'; color: BandColor } & HomeShelf)
  | { form: 'cover'; title: HomeTitle; text: HomeText; row: ProductRow }
  | ({ form: 'quote' } & HomePick)
  | { form: 'picks'; title: HomeTitle; picks: HomePick[] };

/** What each page of the public shop shows, always as a guest sees it. */
export type ShopView =
  /** The first section opens the page: `featured` or `covers`. */
  | { page: 'home'; sections: HomeSection[]; subjects: SubjectTree; titles: number }
  | {
      page: 'browse';
      filter: ProductFilter;
      result: ProductPage;
      heading: BrowseHeading;
      offered?: NoResultsOffer | undefined;
    }
  | TitlesView
  | { page: 'subjects'; subjects: SubjectTree }
  | { page: 'languages'; languages: { code: string; count: number }[] }
  | { page: 'book'; product: Product; reviews: ReviewPage; reviewFilter: ReviewFilter; samplePages: CoverImage[] }
  | { page: 'lookInside'; product: ProductRow; samplePages: CoverImage[] }
  | {
      page: 'cart';
      lines: { id: number; vid: number; qty: number }[];
      /** Lines whose quantity was reduced to the stock. */
      lowered: StockShortage[];
      detail: ResponseOf<typeof getCartDetail>;
      next: NextVolume[];
      zip: string;
    }
  /** A guest's list, stored in the browser: `ids` as requested, `rows` those that the shop has. */
  | { page: 'wishList'; ids: string[]; rows: ProductRow[] }
  /** `isReturning`: from the payment page. `paymentError`: why the payment page cannot be opened. */
  | SharedListView
  | { page: 'order'; order: OrderWithTimeline; isGuest: boolean; isReturning: boolean; paymentError?: string }
  | OrderRequestView
  | OrderReturnView
  | OrderClaimView
  /** The form was submitted. */
  | { page: 'contact'; isSent: true }
  /** `words`: the search text without results. */
  | { page: 'contact'; isSent?: false; text: PageText; words?: string; form?: FormState }
  | { page: 'ticket'; ticket: GuestTicket; form?: FormState }
  /** The form of a book's page that was rejected. */
  | { page: 'notify'; product: Product; form: FormState }
  | { page: 'notifySent' }
  /** The form to ask for a title, on a page of its own. */
  | { page: 'requestTitle'; form?: FormState }
  | { page: 'requestTitleSent' }
  | ({ page: 'alerts' } & GuestAlerts)
  | { page: 'unsubscribe'; isDone: boolean }
  /** A page of text at the address of its name. */
  | { page: 'text'; slug: string; text: PageText }
  | { page: 'not_found' }
  | { page: 'failed'; requestId: string };

export type BrowseView = Extract<ShopView, { page: 'browse' }>;
export type BookView = Extract<ShopView, { page: 'book' }>;
export type LookInsideView = Extract<ShopView, { page: 'lookInside' }>;

/** What is shown without results: close matches, else bestsellers. */
export type NoResultsOffer = { kind: 'near' | 'bestselling'; rows: ProductRow[] };

/** What a list of titles is a list of, with what stands above it on a page of its own. */
export type BrowseHeading =
  | { kind: 'all' }
  | { kind: 'query'; text: string }
  | SubjectHeading
  | AuthorHeading
  | { kind: 'publisher'; name: string; imprints: string[] }
  | { kind: 'language'; code: string };

export type SubjectLink = Pick<SubjectTree[number], 'code' | 'name' | 'count'>;
/** `ancestors` from the top level down; `newest` were published lately. */
export type SubjectHeading = {
  kind: 'subject';
  code: string;
  name: string;
  ancestors: SubjectLink[];
  children: SubjectLink[];
  newest: ProductRow[];
};
/** A person in one of their roles; `roles` with the number of titles, as an author first. */
export type AuthorHeading = {
  kind: 'author';
  name: string;
  slug: string;
  biography: string;
  portrait: Portrait | null;
  role: string;
  roles: { role: string; count: number }[];
};

/** A list in an order of its own, without filters: a series by its numbers, new and forthcoming titles by their dates. */
export type TitlesView = {
  page: 'titles';
  heading: TitlesHeading;
  titles: ListedTitle[];
  paging: Paging;
  /** Bestsellers, where the list is empty. */
  offered: ProductRow[];
};
export type TitlesHeading =
  | { kind: 'series'; name: string }
  | { kind: 'new' | 'forthcoming' }
  | { kind: 'imprint'; name: string; publisher: string }
  | AuthorHeading;
/** `number`: in its series. `published`: as precise as it is known. */
export type ListedTitle = { row: ProductRow; number?: string | null; published?: string };
/** `total` is a lower bound where it says so. */
export type Paging = { page: number; limit: number; total: number; isLowerBound: boolean };

/** How to reach the shop; each line as the operator wrote it. */
export type Contact = {
  email: string;
  phone: string | undefined;
  address: string | undefined;
  hours: string | undefined;
};

/** The names of built files, from the build's manifest. */
export type ShopAssets = { boot: string; main: string; css: string; fonts: string[] };

export type PageRequest = {
  view: ShopView;
  locale: Locale;
  /** The path without the language prefix, with its normalised query. */
  path: string;
  /** The origin of canonical URLs. */
  publicUrl: string;
  shopName: string;
  logo: Logo | undefined;
  contact: Contact;
  frame: SiteFrame;
  /** What the settings say, for texts that name them. */
  facts: Readonly<Record<SettingFact, string>>;
  /** The delivery zones. */
  zones: Zones;
  assets: ShopAssets;
};

/** What the shop's built server entry exports: a whole HTML document for a view. */
export type RenderPage = (request: PageRequest) => string;

/** Names the language of the customer area, where it is not the browser's. */
export const LOCALE_COOKIE = 'locale';
