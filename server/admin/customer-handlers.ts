import type * as customers from '#contract/admin-customers.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { csvFile } from './csv-file.ts';
import { correctEmail, deleteCustomer, endSessions, exportCustomer, sendActivation } from './customer-actions.ts';
import { findCustomerHistory } from './customer-history.ts';
import { listCustomerRows, requireAnyCustomer } from './customers.ts';
import { writeCustomers } from './export-customers.ts';
import { staffEntry } from './staff-action.ts';

export function customerHandlers(deps: Deps): Pick<Handlers, keyof typeof customers> {
  const { db } = deps;
  return {
    listAllCustomers: ({ query }) => listCustomerRows(deps, query),
    exportCustomers: async ({ query, principal, client }) => {
      await writeAudit(db, staffEntry({ principal, client }, { verb: 'customers export', about: '' }));
      return csvFile(writeCustomers(await deps.recentReads.currentDatabase(), query), 'customers.csv');
    },
    getAnyCustomer: ({ params }) => requireAnyCustomer(deps, params.id),
    resendCustomerActivation: ({ body, principal, client }) => sendActivation(deps, { principal, client }, body),
    endCustomerSessions: ({ body, principal, client }) => endSessions(deps, { principal, client }, body),
    correctCustomerEmail: ({ body, principal, client }) => correctEmail(deps, { principal, client }, body),
    exportCustomer: ({ body, principal, client }) => exportCustomer(deps, { principal, client }, body),
    deleteCustomer: ({ body, principal, client }) => deleteCustomer(deps, { principal, client }, body),
    getCustomerHistory: ({ params }) => findCustomerHistory(db, params.email),
  };
}
