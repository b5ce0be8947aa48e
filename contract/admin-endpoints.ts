import { listAuditEntries, exportAuditEntries } from './admin-audit.ts';
import {
  listAllTitles,
  getAnyTitle,
  saveTitle,
  listSubjectsForTitles,
  setTitleCover,
  removeTitleCover,
} from './admin-catalogue.ts';
import { listAllCoupons, getCoupon, createCoupon, editCoupon, endCoupon } from './admin-coupons.ts';
import { listOrdersToPack, getPickList, printParcels } from './admin-fulfilment.ts';
import { listAllRefunds, getAnyRefund, decideRefund, payOutRefund } from './admin-refunds.ts';
import { listStock, getStock, bookStock, compareStockCount, bookStockCount } from './admin-stock.ts';
import { listAllTickets, getAnyTicket, answerTicket, closeAnyTicket } from './admin-tickets.ts';
import {
  previewStatement,
  importStatement,
  listTransfers,
  bookTransfers,
  dismissTransfer,
  reopenTransfer,
  returnSurplus,
  listUnmatchedPayments,
  settlePayment,
} from './admin-transfers.ts';
import {
  getStaffMember,
  followShop,
  listStaff,
  setStaffRole,
  getWorkList,
  listAllOrders,
  getAnyOrder,
  transitionOrders,
  addOrderNote,
} from './admin.ts';
import type { ADMIN_ROUTES } from './admin-routes.ts';
import type { Endpoint } from './endpoint.ts';

/** The endpoints of the back office, in the order of their routes. */
export const ADMIN_ENDPOINTS = {
  getStaffMember,
  followShop,
  listStaff,
  setStaffRole,
  getWorkList,
  listAllOrders,
  getAnyOrder,
  transitionOrders,
  addOrderNote,
  listAllRefunds,
  getAnyRefund,
  decideRefund,
  payOutRefund,
  listAllTickets,
  getAnyTicket,
  answerTicket,
  closeAnyTicket,
  listAllTitles,
  getAnyTitle,
  saveTitle,
  listSubjectsForTitles,
  setTitleCover,
  removeTitleCover,
  listStock,
  getStock,
  bookStock,
  compareStockCount,
  bookStockCount,
  previewStatement,
  importStatement,
  listTransfers,
  bookTransfers,
  dismissTransfer,
  reopenTransfer,
  returnSurplus,
  listUnmatchedPayments,
  settlePayment,
  listAuditEntries,
  exportAuditEntries,
  listOrdersToPack,
  getPickList,
  listAllCoupons,
  getCoupon,
  createCoupon,
  editCoupon,
  endCoupon,
  printParcels,
} as const satisfies Record<keyof typeof ADMIN_ROUTES, Endpoint>;
