import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { AddressFields } from '#contract/forms.ts';
import { arrivalOf, type DeliveryPromise } from '#domain/delivery-promise.ts';
import { isChangeable } from '#domain/orders/order-request.ts';
import { findZone, type Zone, type Zones } from '#domain/shipping.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { order, orderChange, type OrderAddress } from '../db/tables.ts';
import { listZones } from '../delivery/zones.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { publish } from '../live/live-events.ts';
import type { OrderRow } from './refunds/refundable-order.ts';
import { lockOrder } from './transition-order.ts';

/** A new address; without a phone number the order keeps its own, which pages of a link do not show. */
export type NewOrderAddress = Omit<AddressFields, 'phone' | 'country'> & { phone?: string | undefined };

/**
 * Changes where an order is delivered to, with the day of arrival, and emails its customer. What delivery cost stays as it
 * was quoted, so the new address has to cost the same. Throws `not_found`, `too_late` once the order is packed, and
 * `delivery_differs`.
 */
export function changeAddress(
  deps: Deps,
  orderId: string,
  { line2, phone, ...fields }: NewOrderAddress,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const row = await lockOrder(tx, orderId);
    if (!isChangeable(row.state)) throwApiError('too_late');
    const address: OrderAddress = { ...fields, line2: line2 || null, phone: phone ?? row.address.phone, country: 'MY' };
    const zone = zoneAtSameCost(row, address.zip, await listZones(tx)) ?? throwApiError('delivery_differs');
    const deliveryPromise = row.deliveryPromise && promiseTo(zone, row.deliveryPromise);
    await tx.update(order).set({ address, deliveryPromise }).where(eq(order.id, orderId));
    await tx.insert(orderChange).values({ id: uuidv7(), orderId, kind: 'address_changed', actor: 'customer' });
    const { number, email: to, locale } = row;
    await enqueueEmail(tx, deps, { kind: 'address_changed', to, locale, data: { number }, orderId });
    await publish(tx, row.customerId, 'orders');
  });
}

/** The zone of a postal code, if its delivery costs what the order was quoted with. */
function zoneAtSameCost(row: OrderRow, zip: string, zones: Zones): Zone | undefined {
  const zone = findZone(zones, zip);
  if (row.deliveryCost === null) return zone && zone === findZone(zones, row.address.zip) ? zone : undefined;
  return zone?.cost === row.deliveryCost && zone.freeFrom === row.deliveryFreeFrom ? zone : undefined;
}

/** The parcel leaves on the same day and takes as long as one to the new address does. */
function promiseTo({ dispatch, transit }: Zone, before: DeliveryPromise): DeliveryPromise {
  return { ...before, ...arrivalOf(dispatch, transit, before.dispatchOn) };
}
