import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { MAX_LOOKED_UP_ISBNS } from '#contract/admin-content.ts';
import type { HomeContent } from '#contract/home.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import type { Locale } from '#domain/locale.ts';
import { throwApiError } from '../api-error.ts';
import { findProductIdsByIsbn, listProductRows } from '../catalogue/products.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { findPublishedHome, publishHome } from '../home/home-page.ts';
import { isbnsOf } from '../home/read-home.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { fieldErrorMessage } from '../translations.ts';
import { runAsStaff } from './staff-action.ts';

type Names = Extract<keyof typeof ADMIN_ROUTES, 'getHomeContent' | 'publishHomeContent' | 'findContentTitles'>;

export function contentHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db } = deps;
  return {
    getHomeContent: async () =>
      (await findPublishedHome(db)) ?? { version: 0, content: null, actor: null, published_at: null },
    publishHomeContent: async ({ body: { version: seen, content }, principal, client, locale }) => {
      await requireSoldTitles(db, content, locale);
      const action = { verb: content ? 'home publish' : 'home reset', about: 'home' };
      const version = await runAsStaff(deps, { principal, client }, action, async (inside, audit) => {
        const published = await publishHome(inside.db, { content, actor: principal.name, seen });
        audit({ before: { version: seen }, after: { version: published } });
        return published;
      });
      return { version };
    },
    findContentTitles: async ({ query }) => ({ titles: await findTitles(db, query.isbns) }),
  };
}

/** Throws a field error for each section with an ISBN that is not for sale. */
async function requireSoldTitles(db: Database, content: HomeContent | null, locale: Locale): Promise<void> {
  const sections = content?.sections ?? [];
  const known = await findProductIdsByIsbn(db, sections.flatMap(isbnsOf));
  const errors = sections.flatMap((section, index) => {
    const path = `content.sections.${index}`;
    const isSold = isbnsOf(section).every((isbn) => known.has(isbn));
    return isSold ? [] : [{ path, message: fieldErrorMessage(locale, { path, key: 'invalid' }) }];
  });
  if (errors.length > 0) throwApiError('invalid', { errors });
}

async function findTitles(db: Database, text: string): Promise<{ isbn: string; title: string }[]> {
  const isbns = text.split(',').flatMap((part) => parseIsbn(part) ?? []);
  const idOf = await findProductIdsByIsbn(db, [...new Set(isbns)].slice(0, MAX_LOOKED_UP_ISBNS));
  const rows = new Map((await listProductRows(db, [...new Set(idOf.values())])).map((row) => [row.id, row.title]));
  return [...idOf].flatMap(([isbn, id]) => (rows.has(id) ? [{ isbn, title: rows.get(id)! }] : []));
}
