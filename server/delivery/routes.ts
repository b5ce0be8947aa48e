import { zonesInRinggit } from '#contract/amounts.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listZones } from './zones.ts';

export function deliveryHandlers({ db }: Deps): Pick<Handlers, 'listDeliveryZones'> {
  return { listDeliveryZones: async () => ({ items: zonesInRinggit(await listZones(db)) }) };
}
