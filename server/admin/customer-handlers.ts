import type * as customers from '#contract/admin-customers.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { correctEmail, deleteCustomer, endSessions, exportCustomer, sendActivation } from './customer-actions.ts';
import { findCustomerHistory } from './customer-history.ts';
import { listCustomerRows, requireAnyCustomer } from './customers.ts';

export function customerHandlers(deps: Deps): Pick<Handlers, keyof typeof customers> {
  const { db } = deps;
  return {
    listAllCustomers: ({ query }) => listCustomerRows(db, query),
    getAnyCustomer: ({ params }) => requireAnyCustomer(deps, params.id),
    resendCustomerActivation: ({ body, principal, client }) => sendActivation(deps, { principal, client }, body),
    endCustomerSessions: ({ body, principal, client }) => endSessions(deps, { principal, client }, body),
    correctCustomerEmail: ({ body, principal, client }) => correctEmail(deps, { principal, client }, body),
    exportCustomer: ({ body, principal, client }) => exportCustomer(deps, { principal, client }, body),
    deleteCustomer: ({ body, principal, client }) => deleteCustomer(deps, { principal, client }, body),
    getCustomerHistory: ({ params }) => findCustomerHistory(db, params.email),
  };
}
