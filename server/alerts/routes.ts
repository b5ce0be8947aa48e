import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { fieldErrorMessage } from '../translations.ts';
import { addCustomerAlert, addGuestAlert, listAlerts, removeAlert } from './availability-alerts.ts';

export function alertHandlers(deps: Deps): Pick<Handlers, 'addAlert' | 'listAlerts' | 'removeAlert'> {
  return {
    addAlert: async ({ body: { vid, email }, principal, locale, client }) => {
      if (principal) {
        await addCustomerAlert(deps.db, principal.customerId, vid);
        return { status: 'active' };
      }
      if (email === undefined) {
        const message = fieldErrorMessage(locale, { path: 'email', key: 'required' });
        return throwApiError('invalid', { errors: [{ path: 'email', message }] });
      }
      await addGuestAlert(deps, { vid, email }, { locale, client });
      return { status: 'pending' };
    },
    listAlerts: ({ query, principal }) => listAlerts(deps.db, principal.customerId, query),
    removeAlert: ({ body: { id }, principal }) => removeAlert(deps.db, principal.customerId, id),
  };
}
