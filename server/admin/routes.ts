import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { permissionsOf } from '#domain/staff.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listRefunds, requireRefund } from '../orders/refunds/queries.ts';
import { listStaff } from '../staff/staff.ts';
import { auditHandlers } from './audit.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import { contentHandlers } from './content.ts';
import { couponHandlers } from './coupons.ts';
import { csvFile } from './csv-file.ts';
import { customerHandlers } from './customer-handlers.ts';
import { writeOrders } from './export-orders.ts';
import { emailHandlers } from './emails.ts';
import { fulfilmentHandlers } from './fulfilment.ts';
import { importHandlers } from './imports.ts';
import { invitationHandlers } from './invitations.ts';
import { moneyHandlers } from './money.ts';
import { addOrderNote, listOrderRows, requireAnyOrder, transitionOrders } from './orders.ts';
import { toPage } from './pages.ts';
import { decideRefund, payOutRefund, refundOrder } from './refunds.ts';
import { reorderHandlers } from './reorder.ts';
import { requestHandlers } from './request-handlers.ts';
import { savedViewHandlers } from './saved-views.ts';
import { shopPageHandlers } from './shop-pages.ts';
import { settingsHandlers } from './settings.ts';
import { changeRole } from './staff.ts';
import { staffEntry } from './staff-action.ts';
import { siteHandlers } from './site.ts';
import { stockHandlers } from './stock.ts';
import { ticketHandlers } from './tickets.ts';
import { transferHandlers } from './transfers.ts';
import { openWorkList } from './work-list.ts';

/** `followShop` is with the other streams. */
export function adminHandlers(deps: Deps): Omit<Pick<Handlers, keyof typeof ADMIN_ROUTES>, 'followShop'> {
  const { db } = deps;
  const readWorkList = openWorkList(deps);
  return {
    getStaffMember: async ({ principal: { name, staffRole } }) => ({
      name,
      role: staffRole!,
      permissions: [...permissionsOf(staffRole!)],
    }),
    listStaff: async () => ({ rows: await listStaff(db) }),
    setStaffRole: ({ body, principal, client }) => changeRole(deps, { principal, client }, body),
    getWorkList: ({ principal }) => readWorkList(principal.staffRole!),
    listAllOrders: ({ query }) => listOrderRows(deps, query),
    exportOrders: async ({ query, principal, client }) => {
      const about = [query.status, query.q === undefined ? undefined : 'search'].filter(Boolean).join(' ');
      await writeAudit(db, staffEntry({ principal, client }, { verb: 'orders export', about }));
      const from = await deps.recentReads.currentDatabase();
      return csvFile(writeOrders({ ...deps, db: from }, query), 'orders.csv');
    },
    getAnyOrder: ({ params }) => requireAnyOrder(deps, params.number),
    transitionOrders: async ({ body, principal, client }) => ({
      results: await transitionOrders(deps, { principal, client }, body),
    }),
    addOrderNote: ({ body, principal, client }) => addOrderNote(deps, { principal, client }, body),
    listAllRefunds: async ({ query: { status: state, before, limit } }) =>
      toPage(await listRefunds(deps.preparedDb, { limit: limit + 1, state, before }), limit, ({ id }) => id),
    getAnyRefund: ({ params }) => requireRefund(db, params.id),
    decideRefund: ({ body, principal, client }) => decideRefund(deps, { principal, client }, body),
    refundOrder: ({ body, principal, client }) => refundOrder(deps, { principal, client }, body),
    payOutRefund: ({ body, principal, client }) => payOutRefund(deps, { principal, client }, body),
    ...fulfilmentHandlers(deps),
    ...catalogueHandlers(deps),
    ...savedViewHandlers(deps),
    ...stockHandlers(deps),
    ...reorderHandlers(deps),
    ...transferHandlers(deps),
    ...auditHandlers(deps),
    ...settingsHandlers(deps),
    ...emailHandlers(deps),
    ...contentHandlers(deps),
    ...shopPageHandlers(deps),
    ...siteHandlers(deps),
    ...couponHandlers(deps),
    ...requestHandlers(deps),
    ...customerHandlers(deps),
    ...importHandlers(deps),
    ...moneyHandlers(deps),
    ...ticketHandlers(deps),
    ...invitationHandlers(deps),
  };
}
