import { createHmac } from 'node:crypto';
import { guestOrderPath, inLocale } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../deps.ts';

/**
 * The token of a guest's mailed link to one order: derived from the shop's secret, so that every mail about the order
 * can carry it while the database keeps only its hash, and no mail's row.
 */
export function guestToken({ authSecret }: Pick<Deps, 'authSecret'>, orderId: string): string {
  return createHmac('sha256', authSecret).update(`guest order ${orderId}`).digest('base64url');
}

export type Linked = { id: string; number: string; customerId: string | null; locale: Locale };

/** Where the mails about an order lead: a guest to that order alone, a customer to their orders. */
export function orderLink(deps: Pick<Deps, 'authSecret' | 'publicUrl'>, linked: Linked): string {
  return deps.publicUrl + orderPath(deps, linked);
}

/** The same without the origin. */
export function orderPath(deps: Pick<Deps, 'authSecret'>, { id, number, customerId, locale }: Linked): string {
  if (customerId) return `/customer/my-orders?order=${number}`;
  return inLocale(locale, guestOrderPath(guestToken(deps, id)));
}
