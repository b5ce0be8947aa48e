import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { companionCookie } from '../sessions/companion-cookie.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

export function privacyHandlers(deps: Deps): Pick<Handlers, 'exportAccount' | 'deleteAccount'> {
  const cookie = companionCookie(deps.publicUrl);
  return {
    exportAccount: async ({ caller, from, reply }) => {
      void reply.header('Content-Disposition', 'attachment; filename="my-account.json"');
      return exportAccount(deps, caller.customerId, from);
    },
    deleteAccount: async ({ body, cookies, reply, ...call }) => {
      await deleteAccount(deps, { ...call, cookieHash: cookie.hash(cookies) }, body.password);
      cookie.clear(reply);
      void reply.header('Clear-Site-Data', '"cache"');
    },
  };
}
