import type { Deps } from '../context.ts';
import { listZones, requireServedPostalCode } from '../delivery/zones.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listAddresses, removeAddress, saveAddress, setDefaultAddress } from './addresses.ts';

type AddressEndpoints = 'listAddresses' | 'saveAddress' | 'setDefaultAddress' | 'removeAddress';

export function addressHandlers({ db }: Deps): Pick<Handlers, AddressEndpoints> {
  return {
    listAddresses: ({ principal }) => listAddresses(db, principal.customerId),
    saveAddress: async ({ body, principal, locale }) => {
      requireServedPostalCode(await listZones(db), body.zip, { locale, path: 'zip' });
      return { id: await saveAddress(db, principal.customerId, body) };
    },
    setDefaultAddress: async ({ body, principal }) => ({
      id: await setDefaultAddress(db, principal.customerId, body.id),
    }),
    removeAddress: ({ body, principal }) => removeAddress(db, principal.customerId, body.id),
  };
}
