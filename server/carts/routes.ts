import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listNextInSeries } from './next-in-series.ts';
import { changeSavedLines, listSavedLines } from './saved-lines.ts';

export function cartHandlers({
  db,
  preparedDb,
}: Deps): Pick<Handlers, 'changeSavedLines' | 'listNextInSeries' | 'listSavedLines'> {
  return {
    listSavedLines: ({ principal }) => listSavedLines(db, principal.customerId),
    changeSavedLines: async ({ body, principal }) => {
      await changeSavedLines(db, principal.customerId, body);
      return listSavedLines(db, principal.customerId);
    },
    listNextInSeries: async ({ query, principal }) => ({
      items: await listNextInSeries(preparedDb, query.id, principal?.customerId),
    }),
  };
}
