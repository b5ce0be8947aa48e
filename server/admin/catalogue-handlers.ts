import type * as catalogue from '#contract/admin-catalogue.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listSubjects, requireAnyTitle, saveTitleAsStaff } from './catalogue.ts';
import { applyPricesAsStaff, previewPriceList } from './prices.ts';
import { removeTitleCover, setTitleCover } from './title-covers.ts';
import { listTitles } from './title-list.ts';

/** Titles, their covers and many prices at once. */
export function catalogueHandlers(deps: Deps): Pick<Handlers, keyof typeof catalogue> {
  return {
    listAllTitles: ({ query }) => listTitles(deps, query),
    getAnyTitle: ({ params, locale }) => requireAnyTitle(deps, params.id, locale),
    saveTitle: ({ body, principal, client, locale }) =>
      saveTitleAsStaff(deps, { principal, client }, { changes: body, locale }),
    listSubjectsForTitles: async ({ query, locale }) => ({ rows: listSubjects(query, locale) }),
    setTitleCover: ({ params, body, principal, client }) =>
      setTitleCover(deps, { principal, client }, { variantId: params.id, file: body }),
    removeTitleCover: ({ body, principal, client }) => removeTitleCover(deps, { principal, client }, body.id),
    previewPrices: ({ body, locale }) => previewPriceList(deps, body.text, locale),
    applyPrices: async ({ body, principal, client }) => ({
      results: await applyPricesAsStaff(deps, { principal, client }, body.rows),
    }),
  };
}
