import type { Locale } from '#domain/locale.ts';
import { throwFieldError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { addCustomerAlert, addGuestAlert, listAlerts, removeAlert } from './availability-alerts.ts';
import {
  addCustomerTitleRequest,
  addGuestTitleRequest,
  listTitleRequests,
  removeTitleRequest,
} from './title-requests.ts';

type AlertHandlers = Pick<
  Handlers,
  'addAlert' | 'listAlerts' | 'removeAlert' | 'addTitleRequest' | 'listTitleRequests' | 'removeTitleRequest'
>;

export function alertHandlers(deps: Deps): AlertHandlers {
  const { db } = deps;
  return {
    addAlert: async ({ body: { vid, email }, principal, locale, client }) => {
      if (principal) {
        await addCustomerAlert(db, principal.customerId, vid);
        return { status: 'active' };
      }
      await addGuestAlert(deps, vid, { email: requireEmail(email, locale), locale, client });
      return { status: 'pending' };
    },
    listAlerts: ({ query, principal }) => listAlerts(db, principal.customerId, query),
    removeAlert: ({ body: { id }, principal }) => removeAlert(db, principal.customerId, id),
    addTitleRequest: async ({ body: { words, email }, principal, locale, client }) => {
      if (principal) {
        await addCustomerTitleRequest(db, principal.customerId, words);
        return { status: 'open' };
      }
      await addGuestTitleRequest(deps, words, { email: requireEmail(email, locale), locale, client });
      return { status: 'pending' };
    },
    listTitleRequests: ({ principal }) => listTitleRequests(db, principal.customerId),
    removeTitleRequest: ({ body: { id }, principal }) => removeTitleRequest(db, principal.customerId, id),
  };
}

/** A guest is reached by email alone. */
function requireEmail(email: string | undefined, locale: Locale): string {
  return email ?? throwFieldError(locale, 'email', 'required');
}
