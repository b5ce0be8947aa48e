import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import type { Deps } from '../context.ts';
import { setLowStock, setOnOrder, writePurchaseList } from '../catalogue/on-order.ts';
import { listLowStock, listSuggestions, type ReorderSettings } from '../catalogue/reorder.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import type { ShopSettings } from '../shop-settings/shop-settings.ts';
import { runAsStaff } from './staff-action.ts';

type Names = 'listLowStock' | 'listSuggestions' | 'exportPurchaseList' | 'setOnOrder' | 'setLowStock';

/** What runs low, and what to order again. */
export function reorderHandlers(deps: Deps): Pick<Handlers, Names & keyof typeof ADMIN_ROUTES> {
  const { db, settings } = deps;
  return {
    listLowStock: ({ query }) => listLowStock(db, reorderSettings(settings), query),
    listSuggestions: () => listSuggestions(db, reorderSettings(settings)),
    exportPurchaseList: async ({ body }) => {
      const headers = { 'Content-Disposition': 'attachment; filename="to-order.csv"' };
      return new ResponseWith(await writePurchaseList(db, body.lines), { headers });
    },
    setOnOrder: ({ body: { lines }, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'stock on-order', about: '' }, async (inside, audit) => {
        await setOnOrder(inside.db, lines);
        audit({
          before: Object.fromEntries(lines.map(({ id, before }) => [id, before])),
          after: Object.fromEntries(lines.map(({ id, copies }) => [id, copies])),
        });
      }),
    setLowStock: ({ body, principal, client }) =>
      runAsStaff(
        deps,
        { principal, client },
        { verb: 'stock threshold', about: String(body.id) },
        async (inside, audit) => {
          await setLowStock(inside.db, body);
          audit({ before: { low_stock: body.before }, after: { low_stock: body.copies } });
        },
      ),
  };
}

/** The settings in force. */
export function reorderSettings({ values }: ShopSettings): ReorderSettings {
  const { lowStock, leadDays, coverDays } = values;
  return { lowStock: Number(lowStock), leadDays: Number(leadDays), coverDays: Number(coverDays) };
}
