import { deleteAccount, exportAccount, listActivity, saveProfile } from './account.ts';
import { listAddresses, removeAddress, saveAddress, setDefaultAddress } from './addresses.ts';
import { checkCoupon } from './coupons.ts';
import { getDashboard } from './dashboard.ts';
import { getIdentityProvider, logInByProvider } from './identity-provider.ts';
import { followChanges } from './live.ts';
import { cancelOrder, getGuestOrder, getOrder, listOrders, placeOrder } from './orders.ts';
import { listPaymentMethods, startPayment, takePaymentEvent } from './payments.ts';
import { getCartDetail, getProduct, listProducts, listSubjects, suggest } from './products.ts';
import { requestRefund } from './refunds.ts';
import { getGuestReceipt, getReceipt } from './receipts.ts';
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
import { getStatement, listTransactions } from './transactions.ts';
import { getWishList, listWishedTitles, toggleWish } from './wish-lists.ts';
import { addTicket, closeTicket, getTicket, listTicketReplies, listTickets, reopenTicket } from './tickets.ts';

/** Every call of the shop. The server's routes, the OpenAPI document and the access tests are made from this table. */
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
  checkCoupon,
  listPaymentMethods,
  placeOrder,
  startPayment,
  takePaymentEvent,
  listOrders,
  getOrder,
  getGuestOrder,
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
} as const;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;
