import { zonesInSen } from '#contract/amounts.ts';
import type { Zones } from '#domain/shipping.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useEffect, useSyncExternalStore } from 'react';

const zoneListeners = new Set<() => void>();
let loadedZones: Zones | undefined;
let pendingZones: Promise<Zones> | undefined;

/** Where the shop delivers to, as this page knows it; nothing before {@link loadDeliveryZones}. */
export function deliveryZones(): Zones | undefined {
  return loadedZones;
}

export function onDeliveryZonesChange(callback: () => void): () => void {
  zoneListeners.add(callback);
  return () => zoneListeners.delete(callback);
}

/** Reads where the shop delivers to, once for this page. */
export function loadDeliveryZones(): Promise<Zones> {
  pendingZones ??= fetchDeliveryZones().catch((error: unknown) => {
    pendingZones = undefined;
    throw error;
  });
  return pendingZones;
}

/** Makes the next use reload the zones, after the server used different ones. */
export function invalidateDeliveryZones(): void {
  pendingZones = undefined;
}

async function fetchDeliveryZones(): Promise<Zones> {
  const { items } = await sendRequest('listDeliveryZones');
  loadedZones = zonesInSen(items);
  for (const listener of zoneListeners) listener();
  return loadedZones;
}

/** Where the shop delivers to, once that is known. */
export function useDeliveryZones(): Zones | undefined {
  const zones = useSyncExternalStore(onDeliveryZonesChange, deliveryZones, () => undefined);
  useEffect(() => {
    loadDeliveryZones().catch(() => {});
  }, []);
  return zones;
}
