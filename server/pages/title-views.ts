import { eq } from 'drizzle-orm';
import {
  imprintPath,
  pageOfPath,
  rolePath,
  seriesPath,
  SHOP_PAGES,
  type AuthorHeading,
  type TitlesHeading,
} from '#contract/pages.ts';
import { listProductRows } from '../catalogue/products.ts';
import { series } from '../db/tables.ts';
import { listTopProductIds } from '../search/postgres-search.ts';
import {
  listForthcomingTitles,
  listImprintTitles,
  listNewTitles,
  listSeriesTitles,
  listTitlesOfRole,
  MAX_LISTED,
  today,
  type FoundTitles,
  type Part,
} from './title-queries.ts';
import {
  PAGE_SIZE,
  pageNumberOf,
  type LoadView,
  type ViewDeps,
  type ViewRequest,
  type ViewResult,
} from './view-request.ts';

type ListedTitles = { base: string; heading: TitlesHeading; find: (part: Part) => Promise<FoundTitles> };

const MAX_OFFERED = 8;

/** One page of a list in an order of its own. Only its first page may be empty, and then shows bestsellers. */
async function titlesView(
  { db, preparedDb }: ViewDeps,
  { query }: ViewRequest,
  { base, heading, find }: ListedTitles,
): Promise<ViewResult> {
  const page = pageNumberOf(query);
  const offset = (page - 1) * PAGE_SIZE;
  if (offset >= MAX_LISTED) return undefined;
  const { titles, total } = await find({ limit: PAGE_SIZE, offset });
  if (page > 1 && titles.length === 0) return undefined;
  const offered = titles.length > 0 ? [] : await listTopProductIds(db, { sort: 'bestselling' }, MAX_OFFERED);
  const rows = await listProductRows(preparedDb, [...titles.map(({ id }) => id), ...offered]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const paging = { page, limit: PAGE_SIZE, total, isLowerBound: total >= MAX_LISTED };
  const listed = titles.flatMap(({ id, ...notes }) => {
    const row = rowOf.get(id);
    return row ? { row, ...notes } : [];
  });
  const view = {
    page: 'titles' as const,
    heading,
    titles: listed,
    paging,
    offered: offered.flatMap((id) => rowOf.get(id) ?? []),
  };
  return { view, path: pageOfPath(base, page) };
}

/** A person's titles in a role other than as an author. */
export function roleView(
  deps: ViewDeps,
  request: ViewRequest,
  { heading, contributorId }: { heading: AuthorHeading; contributorId: number },
): Promise<ViewResult> {
  const { role, roles } = heading;
  const total = roles.find((one) => one.role === role)?.count ?? 0;
  return titlesView(deps, request, {
    base: rolePath(heading, role),
    heading,
    find: async (part) => ({ titles: await listTitlesOfRole(deps.db, { contributorId, role }, part), total }),
  });
}

export const seriesView: LoadView = async (deps, request) => {
  const [found] = await deps.db
    .select()
    .from(series)
    .where(eq(series.slug, request.params.slug ?? ''));
  if (!found) return undefined;
  return titlesView(deps, request, {
    base: seriesPath(found),
    heading: { kind: 'series', name: found.name },
    find: (part) => listSeriesTitles(deps.db, found.id, part),
  });
};

export const imprintView: LoadView = async (deps, request) => {
  const { name: publisher = '', imprint = '' } = request.params;
  const found = await titlesView(deps, request, {
    base: imprintPath(publisher, imprint),
    heading: { kind: 'imprint', name: imprint, publisher },
    find: (part) => listImprintTitles(deps.db, { publisher, imprint }, part),
  });
  const isEmpty = found && 'view' in found && found.view.page === 'titles' && found.view.titles.length === 0;
  return isEmpty ? undefined : found;
};

export const newTitlesView: LoadView = (deps, request) =>
  titlesView(deps, request, {
    base: SHOP_PAGES.new,
    heading: { kind: 'new' },
    find: (part) => listNewTitles(deps.db, today(), part),
  });

export const forthcomingView: LoadView = (deps, request) =>
  titlesView(deps, request, {
    base: SHOP_PAGES.forthcoming,
    heading: { kind: 'forthcoming' },
    find: (part) => listForthcomingTitles(deps.db, today(), part),
  });
