import type { ADMIN_ROUTES } from './admin-routes.ts';
import type { LIST_ROUTES } from './list-routes.ts';
import type { PICTURE_ROUTES } from './picture-routes.ts';
import type { REVIEW_ROUTES } from './review-routes.ts';
import type { SECURITY_ROUTES } from './security-routes.ts';

type Routes = Record<string, `${'GET' | 'POST'} /${string}`>;

/**
 * The method and path of every endpoint that browsers send requests to (`web/browser/api-client.ts`): all that they get of an
 * endpoint. Endpoint declarations take theirs from here and from {@link OTHER_ROUTES}. What few pages need comes with these
 * ({@link addRoutes}).
 */
export const BROWSER_ROUTES = {
  logIn: 'POST /customer/auth/login',
  getIdentityProvider: 'GET /api/auth/provider',
  logInByProvider: 'POST /api/auth/provider',
  register: 'POST /customer/auth/register',
  activate: 'POST /api/auth/activate',
  resendActivation: 'POST /api/auth/resend-activation',
  forgotPassword: 'POST /api/auth/forgot-password',
  resetPassword: 'POST /api/auth/reset-password',
  confirmEmail: 'POST /api/auth/confirm-email',
  refreshToken: 'POST /api/auth/refresh-token',
  logOut: 'POST /api/auth/logout',
  whoAmI: 'GET /api/auth/me',
  getProduct: 'GET /api/site/products/{id}',
  suggest: 'GET /api/site/suggest',
  getCartDetail: 'POST /api/site/get-cart-detail',
  listSavedLines: 'GET /api/cart/saved',
  changeSavedLines: 'POST /api/cart/saved',
  listNextInSeries: 'GET /api/site/next-in-series',
  listDeliveryZones: 'GET /api/site/delivery-zones',
  checkCoupon: 'POST /customer/check-coupon',
  listPaymentMethods: 'GET /api/payments/methods',
  placeOrder: 'POST /customer/order/set',
  startPayment: 'POST /api/payments/start',
  listOrders: 'GET /customer/order',
  getOrder: 'GET /api/orders/{id}',
  cancelOrder: 'POST /api/orders/cancel',
  linkOrder: 'POST /api/orders/link',
  requestRefund: 'POST /customer/order/refund',
  getReceipt: 'GET /api/orders/{id}/receipt',
  listTransactions: 'GET /customer/transaction',
  getStatement: 'GET /api/transactions/statement',
  getDashboard: 'GET /api/dashboard',
  listBooks: 'GET /api/books',
  listSeries: 'GET /api/books/series',
  listAddresses: 'GET /customer/address',
  saveAddress: 'POST /customer/address/add',
  setDefaultAddress: 'POST /customer/address/set-default',
  removeAddress: 'POST /api/address/remove',
  getWishList: 'GET /api/wish-list',
  listWishedTitles: 'GET /api/wish-list/titles',
  toggleWish: 'POST /api/wish-list/toggle',
  addWishes: 'POST /api/wish-list/add',
  setPriceAlert: 'POST /api/wish-list/price-alert',
  addAlert: 'POST /api/alerts/add',
  listAlerts: 'GET /api/alerts',
  removeAlert: 'POST /api/alerts/remove',
  addTitleRequest: 'POST /api/title-requests/add',
  listTitleRequests: 'GET /api/title-requests',
  removeTitleRequest: 'POST /api/title-requests/remove',
  saveProfile: 'POST /customer/profile',
  listTickets: 'GET /customer/ticket',
  addTicket: 'POST /customer/ticket/add',
  getTicket: 'POST /customer/ticket/get',
  listTicketReplies: 'POST /customer/ticket/get-children',
  closeTicket: 'POST /api/ticket/close',
  getReviewMarks: 'GET /api/reviews/products/{id}/marks',
  voteReview: 'POST /api/reviews/vote',
  followChanges: 'GET /api/live',
  reopenTicket: 'POST /api/ticket/reopen',
} as const satisfies Routes;

/** The endpoints for other programs, and for emailed links of guests. */
export const OTHER_ROUTES = {
  listProducts: 'GET /api/site/products',
  listSubjects: 'GET /api/site/subjects',
  handlePaymentWebhook: 'POST /api/payments/stripe/events',
  receiveEmail: 'POST /api/tickets/inbound-email',
  getGuestOrder: 'GET /api/guest-orders/{token}',
  cancelGuestOrder: 'POST /api/guest-orders/{token}/cancel',
  getGuestReceipt: 'GET /api/guest-orders/{token}/receipt',
  listReviews: 'GET /api/site/products/{id}/reviews',
  reportFromBrowser: 'POST /api/browser-reports',
} as const satisfies Routes;

export type BrowserEndpoint =
  | keyof typeof BROWSER_ROUTES
  | keyof typeof LIST_ROUTES
  | keyof typeof PICTURE_ROUTES
  | keyof typeof REVIEW_ROUTES
  | keyof typeof SECURITY_ROUTES
  | keyof typeof ADMIN_ROUTES;
export type EndpointName = BrowserEndpoint | keyof typeof OTHER_ROUTES;

/** Makes further endpoints known to a browser, before it sends the first request to them. */
export function addRoutes(routes: Partial<Record<BrowserEndpoint, Routes[string]>>): void {
  Object.assign(BROWSER_ROUTES, routes);
}

/** The route of an endpoint that is known to a browser. */
export function browserRoute(name: BrowserEndpoint): Routes[string] {
  return (BROWSER_ROUTES as Partial<Record<BrowserEndpoint, Routes[string]>>)[name]!;
}

/** The halves of a route. */
export function splitRoute(route: Routes[string]): { method: 'GET' | 'POST'; path: `/${string}` } {
  const [method, path] = route.split(' ') as ['GET' | 'POST', `/${string}`];
  return { method, path };
}
