import { permissionsOf } from '#domain/staff.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { addOrderNote, listOrderRows, requireAnyOrder, transitionOrders } from './orders.ts';
import { findWorkList } from './work-list.ts';

type Names = 'getStaffMember' | 'getWorkList' | 'listAllOrders' | 'getAnyOrder' | 'transitionOrders' | 'addOrderNote';

export function adminHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db } = deps;
  return {
    getStaffMember: async ({ principal: { name, staffRole } }) => ({
      name,
      role: staffRole!,
      permissions: [...permissionsOf(staffRole!)],
    }),
    getWorkList: ({ principal }) => findWorkList(db, principal.staffRole!),
    listAllOrders: ({ query }) => listOrderRows(db, query),
    getAnyOrder: ({ params }) => requireAnyOrder(deps, params.number),
    transitionOrders: async ({ body, principal, client }) => ({
      results: await transitionOrders(deps, { principal, client }, body),
    }),
    addOrderNote: ({ body, principal, client }) => addOrderNote(deps, { principal, client }, body),
  };
}
