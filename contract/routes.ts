/**
 * The method and path of every endpoint, written here once: endpoint declarations take theirs from this table, and it is all
 * that browsers get of an endpoint (`web/browser/api-client.ts`).
 */
export const ROUTES = {
  logIn: 'POST /customer/auth/login',
  getIdentityProvider: 'GET /api/auth/provider',
  logInByProvider: 'POST /api/auth/provider',
  register: 'POST /customer/auth/register',
  activate: 'POST /api/auth/activate',
  resendActivation: 'POST /api/auth/resend-activation',
  forgotPassword: 'POST /api/auth/forgot-password',
  resetPassword: 'POST /api/auth/reset-password',
  changePassword: 'POST /api/auth/change-password',
  changeEmail: 'POST /api/auth/change-email',
  confirmEmail: 'POST /api/auth/confirm-email',
  refreshToken: 'POST /api/auth/refresh-token',
  logOut: 'POST /api/auth/logout',
  whoAmI: 'GET /api/auth/me',
  listSessions: 'GET /api/auth/sessions',
  revokeSession: 'POST /api/auth/sessions/revoke',
  revokeOtherSessions: 'POST /api/auth/sessions/revoke-others',
  listProducts: 'GET /api/site/products',
  getProduct: 'GET /api/site/products/{id}',
  suggest: 'GET /api/site/suggest',
  listSubjects: 'GET /api/site/subjects',
  getCartDetail: 'POST /api/site/get-cart-detail',
  listDeliveryZones: 'GET /api/site/delivery-zones',
  checkCoupon: 'POST /customer/check-coupon',
  listPaymentMethods: 'GET /api/payments/methods',
  placeOrder: 'POST /customer/order/set',
  startPayment: 'POST /api/payments/start',
  handlePaymentWebhook: 'POST /api/payments/stripe/events',
  listOrders: 'GET /customer/order',
  getOrder: 'GET /api/orders/{id}',
  getGuestOrder: 'GET /api/guest-orders/{token}',
  cancelGuestOrder: 'POST /api/guest-orders/{token}/cancel',
  cancelOrder: 'POST /api/orders/cancel',
  requestRefund: 'POST /customer/order/refund',
  getReceipt: 'GET /api/orders/{id}/receipt',
  getGuestReceipt: 'GET /api/guest-orders/{token}/receipt',
  listTransactions: 'GET /customer/transaction',
  getStatement: 'GET /api/transactions/statement',
  getDashboard: 'GET /api/dashboard',
  listAddresses: 'GET /customer/address',
  saveAddress: 'POST /customer/address/add',
  setDefaultAddress: 'POST /customer/address/set-default',
  removeAddress: 'POST /api/address/remove',
  getWishList: 'GET /api/wish-list',
  listWishedTitles: 'GET /api/wish-list/titles',
  toggleWish: 'POST /api/wish-list/toggle',
  addWishes: 'POST /api/wish-list/add',
  saveProfile: 'POST /customer/profile',
  listActivity: 'GET /api/account/activity',
  exportAccount: 'GET /api/account/export',
  deleteAccount: 'POST /api/account/delete',
  listTickets: 'GET /customer/ticket',
  addTicket: 'POST /customer/ticket/add',
  getTicket: 'POST /customer/ticket/get',
  listTicketReplies: 'POST /customer/ticket/get-children',
  closeTicket: 'POST /api/ticket/close',
  followChanges: 'GET /api/live',
  reopenTicket: 'POST /api/ticket/reopen',
} as const satisfies Record<string, `${'GET' | 'POST'} /${string}`>;

export type EndpointName = keyof typeof ROUTES;

/** The halves of a route. */
export function splitRoute(name: EndpointName): { method: 'GET' | 'POST'; path: `/${string}` } {
  const [method, path] = ROUTES[name].split(' ') as ['GET' | 'POST', `/${string}`];
  return { method, path };
}
