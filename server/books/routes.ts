import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listBegunSeries } from './begun-series.ts';
import { listBoughtTitles } from './bought-titles.ts';

export function bookHandlers({ db }: Deps): Pick<Handlers, 'listBooks' | 'listSeries'> {
  return {
    listBooks: ({ query, principal }) => listBoughtTitles(db, principal.customerId, query),
    listSeries: async ({ principal }) => ({ items: await listBegunSeries(db, principal.customerId) }),
  };
}
