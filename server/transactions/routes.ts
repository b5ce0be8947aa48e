import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { listTransactions } from './queries.ts';
import { writeStatement } from './statement.ts';

export function transactionHandlers({ db }: Deps): Pick<Handlers, 'listTransactions' | 'getStatement'> {
  return {
    listTransactions: ({ query, caller }) => listTransactions(db, caller.customerId, query),
    getStatement: async ({ query, caller, locale, reply }) => {
      const name = ['statement', query.from, query.to].filter(Boolean).join('-');
      const text = await writeStatement(db, { customerId: caller.customerId, locale, period: query });
      void reply.header('Content-Disposition', `attachment; filename="${name}.csv"`);
      return text;
    },
  };
}
