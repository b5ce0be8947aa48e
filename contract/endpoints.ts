import {
  deleteAccount,
  exportAccount,
  listActivity,
  saveProfile,
  listAddresses,
  removeAddress,
  saveAddress,
  setDefaultAddress,
  followChanges,
} from './account.ts';
import { addAlert, listAlerts, removeAlert } from './alerts.ts';
import { checkCoupon, listDeliveryZones, listPaymentMethods, startPayment, handlePaymentWebhook } from './checkout.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointName } from './routes.ts';
import { getDashboard } from './dashboard.ts';
import { getIdentityProvider, logInByProvider } from './sessions.ts';
import {
  cancelGuestOrder,
  cancelOrder,
  getGuestOrder,
  getOrder,
  listOrders,
  placeOrder,
  requestRefund,
} from './orders.ts';
import { getCartDetail, getProduct, listProducts, listSubjects, suggest } from './products.ts';
import { getGuestReceipt, getReceipt, getStatement, listTransactions } from './transactions.ts';
import {
  activate,
  changeEmail,
  changePassword,
  confirmEmail,
  forgotPassword,
  listSessions,
  logIn,
  logOut,
  refreshToken,
  register,
  resendActivation,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  whoAmI,
} from './sessions.ts';
import { addWishes, getWishList, listWishedTitles, toggleWish } from './account.ts';
import { addTicket, closeTicket, getTicket, listTicketReplies, listTickets, reopenTicket } from './tickets.ts';

/** Every endpoint of the shop. The server's routes, the OpenAPI document and the access tests are made from this table. */
export const ENDPOINTS = {
  logIn,
  getIdentityProvider,
  logInByProvider,
  register,
  activate,
  resendActivation,
  forgotPassword,
  resetPassword,
  changePassword,
  changeEmail,
  confirmEmail,
  refreshToken,
  logOut,
  whoAmI,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  listProducts,
  getProduct,
  suggest,
  listSubjects,
  getCartDetail,
  listDeliveryZones,
  checkCoupon,
  listPaymentMethods,
  placeOrder,
  startPayment,
  handlePaymentWebhook,
  listOrders,
  getOrder,
  getGuestOrder,
  cancelGuestOrder,
  cancelOrder,
  requestRefund,
  getReceipt,
  getGuestReceipt,
  listTransactions,
  getStatement,
  getDashboard,
  listAddresses,
  saveAddress,
  setDefaultAddress,
  removeAddress,
  getWishList,
  listWishedTitles,
  toggleWish,
  addWishes,
  addAlert,
  listAlerts,
  removeAlert,
  saveProfile,
  listActivity,
  exportAccount,
  deleteAccount,
  listTickets,
  addTicket,
  getTicket,
  listTicketReplies,
  closeTicket,
  followChanges,
  reopenTicket,
} as const satisfies Record<EndpointName, Endpoint>;

export type Endpoints = typeof ENDPOINTS;
