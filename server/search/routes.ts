import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { listProducts } from './list-products.ts';
import { subjectTree } from './subject-tree.ts';
import { suggest } from './suggest.ts';

export function searchHandlers({ db }: Deps): Pick<Handlers, 'listProducts' | 'suggest' | 'listSubjects'> {
  return {
    listProducts: ({ query, locale }) => listProducts(db, query, locale),
    suggest: async ({ query, locale }) => ({ items: await suggest(db, query.q, locale) }),
    listSubjects: async ({ locale }) => ({ items: await subjectTree(db, locale) }),
  };
}
