import type { Order } from '#contract/orders.ts';
import { canPayBy, ONLINE_METHODS, PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts';
import type { Config } from '../config.ts';
import { bankTransfer } from './bank-transfer.ts';

/** The ways to pay that the settings allow. */
export function methodsOf({ stripeSecretKey }: Pick<Config, 'stripeSecretKey'>): readonly PaymentMethod[] {
  return stripeSecretKey ? PAYMENT_METHODS : ['bank_transfer'];
}

type Unpaid = { method: PaymentMethod; number: string; payable: number };

/** How an order that is not paid yet (`payable` in sen) can be: whatever was chosen, a transfer always can. */
export function pendingPayment(config: Config, { method, number, payable }: Unpaid): Order['payment'] {
  const allowed = methodsOf(config);
  const online = ONLINE_METHODS.filter((one) => allowed.includes(one) && canPayBy(one, payable));
  return { method, status: 'pending', online, instructions: bankTransfer(config, number) };
}
