import { requireCustomer } from '../accounts/customers.ts';
import { throwApiError } from '../api-error.ts';
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
import { confirmTotp, findSecondStep, removeTotp, renewRecoveryCodes, startTotp } from './second-step.ts';

type PasskeyEndpoints = 'getSecurity' | 'startPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey';
type TotpEndpoints = 'startTotp' | 'confirmTotp' | 'removeTotp' | 'renewRecoveryCodes';

/** The security settings: what a customer signs in with besides the password. */
export function credentialHandlers(deps: Deps): Pick<Handlers, PasskeyEndpoints | TotpEndpoints> {
  const { db } = deps;
  return {
    getSecurity: async ({ principal }) => ({
      passkeys: (await listPasskeys(db, principal.customerId)).map(passkeyResponse),
      second_step: secondStepResponse(await findSecondStep(db, principal.customerId)),
    }),
    startPasskey: async ({ principal }) => startAddingPasskey(deps, await requireCustomer(db, principal.customerId)),
    addPasskey: async ({ body, principal, client }) =>
      addPasskey(deps, await requireCustomer(db, principal.customerId), { response: body.response, client }),
    renamePasskey: ({ body, principal }) => renamePasskey(db, { ...body, customerId: principal.customerId }),
    removePasskey: async ({ body, principal, client }) =>
      removePasskey(deps, await requireCustomer(db, principal.customerId), { id: body.id, client }),
    startTotp: async ({ principal }) => startTotp(deps, await requireCustomer(db, principal.customerId)),
    confirmTotp: async ({ body, principal, client }) => ({
      codes: await confirmTotp(deps, await requireCustomer(db, principal.customerId), { code: body.code, client }),
    }),
    removeTotp: async ({ principal, client }) => {
      if (!(await removeTotp(deps, await requireCustomer(db, principal.customerId), client)))
        throwApiError('not_found');
    },
    renewRecoveryCodes: async ({ principal, client }) => ({
      codes: await renewRecoveryCodes(deps, await requireCustomer(db, principal.customerId), client),
    }),
  };
}

function secondStepResponse(found: Awaited<ReturnType<typeof findSecondStep>>) {
  return found ? { since: found.since.toISOString(), recovery_codes: found.recoveryCodes } : null;
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
