import { ringgitFromSen } from '#domain/money.ts';
import { ApiError, requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { InvalidSignatureError, type PaymentProvider } from '../integrations/payment-provider.ts';
import { requireOrder } from '../orders/queries.ts';
import { availablePaymentMethods, startPayment } from './checkout.ts';
import { handlePaymentWebhook } from './webhook.ts';

type Names = 'listPaymentMethods' | 'startPayment' | 'handlePaymentWebhook';

export function paymentHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, config } = deps;
  return {
    listPaymentMethods: async () => ({
      methods: [...availablePaymentMethods(config)],
      gift_wrap: config.giftWrapPrice === undefined ? null : ringgitFromSen(config.giftWrapPrice),
    }),
    startPayment: async ({ body, principal }) => {
      const { id } = await requireOrder(db, config, { id: body.id, customerId: principal.customerId });
      return { redirect: await startPayment(deps, { orderId: id, method: body.method }) };
    },
    handlePaymentWebhook: async ({ body, header, log }) => {
      const event = parseWebhookEvent(requireFound(deps.payments), body, header('stripe-signature'));
      const outcome = event && (await handlePaymentWebhook(deps, event));
      if (outcome === 'unmatched') log.error({ event }, 'a payment matches no order');
      return { received: true };
    },
  };
}

function parseWebhookEvent(payments: PaymentProvider, body: Uint8Array, signature: string | undefined) {
  try {
    return payments.parseWebhook(body, signature);
  } catch (error) {
    throw error instanceof InvalidSignatureError ? new ApiError('signature_invalid', {}, error) : error;
  }
}
