import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { listTransactions } from './queries.ts';

export function transactionHandlers({ db }: Deps): Pick<Handlers, 'listTransactions'> {
  return { listTransactions: ({ query, caller }) => listTransactions(db, caller.customerId, query) };
}
