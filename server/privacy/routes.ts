import type { Deps } from '../context.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { sessionBindingCookie } from '../accounts/auth-cookies.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

export function privacyHandlers(deps: Deps): Pick<Handlers, 'exportAccount' | 'deleteAccount'> {
  const cookie = sessionBindingCookie(deps.publicUrl);
  return {
    exportAccount: async ({ principal, client }) =>
      new ResponseWith(await exportAccount(deps, principal.customerId, { client }), {
        headers: { 'Content-Disposition': 'attachment; filename="my-account.json"' },
      }),
    deleteAccount: async ({ principal }) => {
      await deleteAccount(deps, principal.customerId);
      return new ResponseWith(undefined, { headers: { 'Clear-Site-Data': '"cache"' }, cookies: [cookie.clear()] });
    },
  };
}
