import { requireCustomer } from '../accounts/customers.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startAddingPasskey,
  type Passkey,
} from './passkeys.ts';

type CredentialEndpoints = 'getSecurity' | 'startPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey';

/** The security settings: what a customer signs in with besides the password. */
export function credentialHandlers(deps: Deps): Pick<Handlers, CredentialEndpoints> {
  const { db } = deps;
  return {
    getSecurity: async ({ principal }) => ({
      passkeys: (await listPasskeys(db, principal.customerId)).map(passkeyResponse),
    }),
    startPasskey: async ({ principal }) => startAddingPasskey(deps, await requireCustomer(db, principal.customerId)),
    addPasskey: async ({ body, principal, client }) =>
      addPasskey(deps, await requireCustomer(db, principal.customerId), { response: body.response, client }),
    renamePasskey: ({ body, principal }) => renamePasskey(db, { ...body, customerId: principal.customerId }),
    removePasskey: async ({ body, principal, client }) =>
      removePasskey(deps, await requireCustomer(db, principal.customerId), { id: body.id, client }),
  };
}

function passkeyResponse({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    is_backed_up: isBackedUp,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
