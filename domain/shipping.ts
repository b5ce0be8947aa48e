import type { Sen } from './money.ts';
import { findZone } from './postal-code.ts';

/** What stands for "no delivery to this postal code", on the wire too (where it is RM −1). */
export const SHIPPING_UNAVAILABLE = -1;

/**
 * Delivery cost in sen for an amount after all discounts, or {@link SHIPPING_UNAVAILABLE}.
 * Specification, section 9: below RM 131 (701) the cost applies, from there on delivery is free.
 */
export function shippingCost(postalCode: string, amount: Sen): Sen {
  const zone = findZone(postalCode);
  if (!zone) return SHIPPING_UNAVAILABLE;
  return amount < zone.freeFrom ? zone.cost : 0;
}

/** Sen still missing for free delivery to a postal code; 0 when it is free, nothing where we do not deliver. */
export function missingForFreeDelivery(postalCode: string, amount: Sen): Sen | undefined {
  const zone = findZone(postalCode);
  return zone && Math.max(0, zone.freeFrom - amount);
}
