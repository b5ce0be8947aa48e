import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listProducts, loadSubjectTree, suggest } from './search-products.ts';

export function searchHandlers(deps: Deps): Pick<Handlers, 'listProducts' | 'suggest' | 'listSubjects'> {
  return {
    listProducts: ({ query, locale }) => listProducts(deps, query, locale),
    suggest: async ({ query, locale }) => ({ items: await suggest(deps, query.q, locale) }),
    listSubjects: async ({ locale }) => ({ items: await loadSubjectTree(deps.db, locale) }),
  };
}
