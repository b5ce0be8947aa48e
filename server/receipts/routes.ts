import type { OrderWithTimeline } from '#contract/orders.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../deps.ts';
import type { Circumstances, Handlers } from '../http/bind.ts';
import { requireGuestOrder, requireOrder } from '../orders/queries.ts';
import { hashSecret } from '../secrets.ts';
import { makeReceipt } from './make-receipt.ts';

type Names = 'getReceipt' | 'getGuestReceipt';

export function receiptHandlers({ db, config }: Deps): Pick<Handlers, Names> {
  const answer = (order: OrderWithTimeline, { reply, locale }: { reply: Circumstances['reply']; locale: Locale }) => {
    void reply.header('Content-Disposition', `attachment; filename="${order.number}.pdf"`);
    void reply.header('Content-Language', locale);
    return makeReceipt(order, { locale, shop: config.shopName });
  };
  return {
    getReceipt: async ({ params, query, caller, reply, locale }) => {
      const order = await requireOrder(db, config, { id: params.id, customerId: caller.customerId });
      return answer(order, { reply, locale: query.locale ?? locale });
    },
    getGuestReceipt: async ({ params, query, reply, locale }) => {
      const order = await requireGuestOrder(db, config, hashSecret(params.token));
      return answer(order, { reply, locale: query.locale ?? locale });
    },
  };
}
