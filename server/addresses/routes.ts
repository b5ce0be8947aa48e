import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { listAddresses } from './queries.ts';
import { removeAddress } from './remove-address.ts';
import { saveAddress } from './save-address.ts';
import { setDefaultAddress } from './set-default-address.ts';

type Names = 'listAddresses' | 'saveAddress' | 'setDefaultAddress' | 'removeAddress';

export function addressHandlers({ db }: Deps): Pick<Handlers, Names> {
  return {
    listAddresses: ({ caller }) => listAddresses(db, caller.customerId),
    saveAddress: async ({ body, caller }) => ({ id: await saveAddress(db, caller.customerId, body) }),
    setDefaultAddress: async ({ body, caller }) => ({ id: await setDefaultAddress(db, caller.customerId, body.id) }),
    removeAddress: ({ body, caller }) => removeAddress(db, caller.customerId, body.id),
  };
}
