import { eq } from 'drizzle-orm';
import {
  authorPath,
  browsePath,
  languagePath,
  pageOfPath,
  publisherPath,
  SHOP_PAGES,
  subjectPath,
  type BrowseHeading,
  type SubjectHeading,
} from '#contract/pages.ts';
import { serializeFilter, type ProductFilter } from '#contract/product-filter.ts';
import { listedRole } from '#domain/catalogue/contributor.ts';
import { languageName, type Locale } from '#domain/locale.ts';
import { portraitOf } from '../catalogue/portraits.ts';
import { listProductRows } from '../catalogue/products.ts';
import { contributor } from '../db/tables.ts';
import { htmlToPlain } from '../onix/rich-text.ts';
import { listProducts } from '../search/search-products.ts';
import { subjectTrail } from './subject-trail.ts';
import { countRoles, listImprints, listNewestOfSubject, today } from './title-queries.ts';
import { roleView } from './title-views.ts';
import { EMPTY_FILTER, PAGE_SIZE, pageNumberOf, roleOf, type LoadView, type ViewRequest } from './view-request.ts';

type ListOptions = { base: string; preset: Partial<ProductFilter>; heading: BrowseHeading };

/** A list with facets on an address of its own; nothing where it has no such page. */
async function listView(deps: Parameters<LoadView>[0], request: ViewRequest, { base, preset, heading }: ListOptions) {
  const page = pageNumberOf(request.query);
  const filter = { ...EMPTY_FILTER, ...preset, page, limit: PAGE_SIZE };
  const result = await listProducts(deps, filter, request.locale);
  if (page > 1 && result.rows.length === 0) return undefined;
  return { view: { page: 'browse' as const, filter, result, heading }, path: pageOfPath(base, page) };
}

/** A person's titles as an author; in their other roles on pages of their own. Whoever has no title is searched for. */
export const authorView: LoadView = async (deps, request) => {
  const [found] = await deps.db
    .select()
    .from(contributor)
    .where(eq(contributor.slug, request.params.slug ?? ''));
  if (!found) return undefined;
  const roles = await countRoles(deps.db, found.id);
  if (roles.length === 0) return { redirectTo: browsePath(serializeFilter({ q: found.name })), isPermanent: false };
  const role = listedRole(roleOf(request.query) ?? roles[0]!.role);
  if (!roles.some((one) => one.role === role)) return undefined;
  const heading = {
    kind: 'author' as const,
    name: found.name,
    slug: found.slug,
    biography: htmlToPlain(found.biography),
    portrait: portraitOf(found),
    role,
    roles,
  };
  if (role !== 'author') return roleView(deps, request, { heading, contributorId: found.id });
  return listView(deps, request, { base: authorPath(found), preset: { author: [found.slug] }, heading });
};

/** A subject's titles, the bestselling first; on its first page also what is below it and what is new. */
export const subjectView: LoadView = async (deps, request) => {
  const code = request.params.code ?? '';
  const trail = await subjectTrail(deps.db, code, request.locale);
  if (!trail) return undefined;
  const isFirst = pageNumberOf(request.query) === 1;
  const newest = isFirst
    ? await listProductRows(deps.preparedDb, await listNewestOfSubject(deps.db, code, today()))
    : [];
  const heading: SubjectHeading = { kind: 'subject', code, ...trail, newest };
  return listView(deps, request, { base: subjectPath(code), preset: { subject: [code] }, heading });
};

/** A publisher's titles, with its imprints. */
export const publisherView: LoadView = async (deps, request) => {
  const name = request.params.name ?? '';
  const imprints = await listImprints(deps.db, name);
  const heading = { kind: 'publisher' as const, name, imprints };
  const listed = await listView(deps, request, { base: publisherPath(name), preset: { publisher: [name] }, heading });
  return listed && listed.view.result.total > 0 ? listed : undefined;
};

/** The titles in a language. */
export const languageView: LoadView = async (deps, request) => {
  const code = request.params.code ?? '';
  const heading = { kind: 'language' as const, code };
  const listed = await listView(deps, request, { base: languagePath(code), preset: { language: [code] }, heading });
  return listed && listed.view.result.total > 0 ? listed : undefined;
};

/** Every language that the shop has titles in, that with the most titles first. */
export const languagesView: LoadView = async ({ search }, { locale }) => {
  const { facets } = await search.search({ filter: { ...EMPTY_FILTER, limit: 1 }, words: [] });
  const languages = facets.language
    .map(({ value, count }) => ({ code: value, count }))
    .toSorted((one, other) => other.count - one.count || compareNames(one.code, other.code, locale));
  return { view: { page: 'languages', languages }, path: SHOP_PAGES.languages };
};

function compareNames(one: string, other: string, locale: Locale): number {
  return languageName(one, locale).localeCompare(languageName(other, locale), locale);
}
