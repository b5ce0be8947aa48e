import type { OrderWithTimeline } from '#contract/orders.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../context.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { requireLinkedOrder, requireOrder } from '../orders/queries.ts';
import { findSeller } from '../shop-settings/shop-settings.ts';
import { loadLetterhead } from './letterhead.ts';
import { renderReceipt, type ReceiptOptions } from './receipt.ts';

type Names = 'getReceipt' | 'getGuestReceipt';

export function receiptHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, config } = deps;
  const optionsFor = async ({ placed_at: at }: OrderWithTimeline, locale: Locale): Promise<ReceiptOptions> => ({
    locale,
    ...(await loadLetterhead(deps)),
    seller: await findSeller(db, new Date(at)),
  });
  const receiptResponse = async (order: OrderWithTimeline, locale: Locale) =>
    new ResponseWith(await renderReceipt(order, await optionsFor(order, locale)), {
      headers: {
        'Content-Disposition': `attachment; filename="${order.number}.pdf"`,
        'Content-Language': locale,
      },
    });
  return {
    getReceipt: async ({ params, query, principal, locale }) => {
      const order = await requireOrder(db, config, { id: params.id, customerId: principal.customerId });
      return receiptResponse(order, query.locale ?? locale);
    },
    getGuestReceipt: async ({ params, query, locale }) => {
      const order = await requireLinkedOrder(deps, params.token);
      return receiptResponse(order, query.locale ?? locale);
    },
  };
}
