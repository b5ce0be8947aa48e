import type * as catalogue from '#contract/admin-catalogue.ts';
import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { permissionsOf } from '#domain/staff.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listRefunds, requireRefund } from '../orders/refunds/queries.ts';
import { listStaff } from '../staff/staff.ts';
import { listSubjects, requireAnyTitle, saveTitleAsStaff } from './catalogue.ts';
import { applyPricesAsStaff, previewPriceList } from './prices.ts';
import { listTitles } from './title-list.ts';
import { removeTitleCover, setTitleCover } from './title-covers.ts';
import { contentHandlers } from './content.ts';
import { settingsHandlers } from './settings.ts';
import { auditHandlers } from './audit.ts';
import { couponHandlers } from './coupons.ts';
import { customerHandlers } from './customer-handlers.ts';
import { findPickList, listPageToPack, packOrder, printOrders, requireParcel } from './fulfilment.ts';
import { moneyHandlers } from './money.ts';
import { addOrderNote, listOrderRows, requireAnyOrder, transitionOrders } from './orders.ts';
import { toPage } from './pages.ts';
import { decideRefund, payOutRefund } from './refunds.ts';
import { decideRefund, payOutRefund, refundOrder } from './refunds.ts';
import { requestHandlers } from './request-handlers.ts';
import { changeRole } from './staff.ts';
import { stockHandlers } from './stock.ts';
import { ticketHandlers } from './tickets.ts';
import { transferHandlers } from './transfers.ts';
import { findWorkList } from './work-list.ts';

/** `followShop` is with the other streams. */
export function adminHandlers(deps: Deps): Omit<Pick<Handlers, keyof typeof ADMIN_ROUTES>, 'followShop'> {
  const { db } = deps;
  return {
    getStaffMember: async ({ principal: { name, staffRole } }) => ({
      name,
      role: staffRole!,
      permissions: [...permissionsOf(staffRole!)],
    }),
    listStaff: async () => ({ rows: await listStaff(db) }),
    setStaffRole: ({ body, principal, client }) => changeRole(deps, { principal, client }, body),
    getWorkList: ({ principal }) => findWorkList(db, principal.staffRole!),
    listAllOrders: ({ query }) => listOrderRows(db, query),
    getAnyOrder: ({ params }) => requireAnyOrder(deps, params.number),
    transitionOrders: async ({ body, principal, client }) => ({
      results: await transitionOrders(deps, { principal, client }, body),
    }),
    addOrderNote: ({ body, principal, client }) => addOrderNote(deps, { principal, client }, body),
    listOrdersToPack: ({ query }) => listPageToPack(db, query),
    getPickList: ({ query }) => findPickList(db, query.number),
    printParcels: ({ params, query }) => printOrders(deps, { ...params, ...query }),
    listAllRefunds: async ({ query: { status: state, before, limit } }) =>
      toPage(await listRefunds(db, { limit: limit + 1, state, before }), limit, ({ id }) => id),
    getParcel: ({ params }) => requireParcel(db, params.number),
    packOrder: ({ body, principal, client }) => packOrder(deps, { principal, client }, body),
    getAnyRefund: ({ params }) => requireRefund(db, params.id),
    decideRefund: ({ body, principal, client }) => decideRefund(deps, { principal, client }, body),
    refundOrder: ({ body, principal, client }) => refundOrder(deps, { principal, client }, body),
    payOutRefund: ({ body, principal, client }) => payOutRefund(deps, { principal, client }, body),
    ...catalogueHandlers(deps),
    ...stockHandlers(deps),
    ...transferHandlers(deps),
    ...auditHandlers(deps),
    ...settingsHandlers(deps),
    ...couponHandlers(deps),
    ...requestHandlers(deps),
    ...customerHandlers(deps),
    ...moneyHandlers(deps),
    ...ticketHandlers(deps),
  };
}

function catalogueHandlers(deps: Deps): Pick<Handlers, keyof typeof catalogue> {
  return {
    listAllTitles: ({ query }) => listTitles(deps, query),
    getAnyTitle: ({ params, locale }) => requireAnyTitle(deps, params.id, locale),
    saveTitle: ({ body, principal, client, locale }) =>
      saveTitleAsStaff(deps, { principal, client }, { changes: body, locale }),
    listSubjectsForTitles: async ({ query, locale }) => ({ rows: listSubjects(query, locale) }),
    setTitleCover: ({ params, body, principal, client }) =>
      setTitleCover(deps, { principal, client }, { variantId: params.id, file: body }),
    removeTitleCover: ({ body, principal, client }) => removeTitleCover(deps, { principal, client }, body.id),
    previewPrices: ({ body, locale }) => previewPriceList(deps, body.text, locale),
    applyPrices: async ({ body, principal, client }) => ({
      results: await applyPricesAsStaff(deps, { principal, client }, body.rows),
    }),
    closeAnyTicket: ({ body, principal, client }) => close(deps, { principal, client }, body),
    ...stockHandlers(deps),
    ...transferHandlers(deps),
    ...auditHandlers(deps),
    ...settingsHandlers(deps),
    ...contentHandlers(deps),
    ...couponHandlers(deps),
    getCustomerHistory: ({ params }) => findCustomerHistory(db, params.email),
    listAllReturns: async ({ query: { status: state, before, limit } }) =>
      toPage(await listReturns(db, { limit: limit + 1, state, before }), limit, ({ refund_id: id }) => id),
    getAnyReturn: ({ params }) => requireReturn(db, params.number),
    getReturnPhoto: ({ params }) => requireReturnPhoto(deps, params.id),
    decideReturn: ({ body, principal, client }) => decideReturn(deps, { principal, client }, body),
    listAllClaims: async ({ query: { status: state, before, limit } }) =>
      toPage(await listClaims(db, { limit: limit + 1, state, before }), limit, ({ id }) => id),
    getAnyClaim: ({ params }) => requireClaim(db, params.number),
    decideAnyClaim: ({ body, principal, client }) => decideAnyClaim(deps, { principal, client }, body),
    listAllReviews: async ({ query: { status, before, limit } }) => {
      const wanted = status === 'reported' ? { isReported: true } : { state: status };
      return toPage(await listAllReviews(db, { ...wanted, limit: limit + 1, before }), limit, ({ id }) => id);
    },
    getAnyReview: ({ params }) => requireReview(db, params.id),
    hideAnyReview: ({ body, principal, client }) => hide(deps, { principal, client }, body),
    restoreAnyReview: ({ body, principal, client }) => restore(deps, { principal, client }, body),
    dismissReviewReports: ({ body, principal, client }) => dismiss(deps, { principal, client }, body),
    replyToAnyReview: ({ body, principal, client }) => reply(deps, { principal, client }, body),
    listAllTitleRequests: async ({ query: { status: state, before, limit } }) =>
      toPage(await listAllTitleRequests(db, { limit: limit + 1, state, before }), limit, ({ id }) => id),
    answerAnyTitleRequest: ({ body, principal, client }) => answerRequest(deps, { principal, client }, body),
    fulfilAnyTitleRequest: ({ body, principal, client }) => fulfilRequest(deps, { principal, client }, body),
    ...customerHandlers(deps),
    ...requestHandlers(deps),
    ...ticketHandlers(deps),
  };
}
