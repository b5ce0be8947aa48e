import type { Deps } from '../context.ts';
import { together } from '../db/kept-statement.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listBegunSeries } from './begun-series.ts';
import { listBoughtTitles } from './bought-titles.ts';

export function bookHandlers({ preparedDb }: Deps): Pick<Handlers, 'listBooks' | 'listSeries'> {
  return {
    listBooks: ({ query, principal }) =>
      together(preparedDb, (db) => listBoughtTitles(db, principal.customerId, query)),
    listSeries: async ({ principal }) => ({ items: await listBegunSeries(preparedDb, principal.customerId) }),
  };
}
