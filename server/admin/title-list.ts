import {
  and,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  like,
  lt,
  min,
  not,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import type { CoverImage } from '#contract/covers.ts';
import type { TitleRow, listAllTitles as contract } from '#contract/admin-catalogue.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import type { TitleFilter } from '#domain/catalogue/staff-work.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { contributorsColumn, isOwnVariant } from '../catalogue/product-columns.ts';
import { imageObject, productCoverPath } from '../catalogue/product-covers.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, keepStatement, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { isAmong, jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { cover, coverImage, product, searchEntry, variant } from '../db/tables.ts';
import { queryWords } from '../search/search-index.ts';

type TitleQuery = ParsedOf<typeof contract>['query'];
/** Ids in their order, and where the next page begins. */
type Found = { ids: number[]; next: number | null };

/** All titles, found by an ISBN, by the search of the shop or by a filter. */
export async function listTitles(deps: Deps, query: TitleQuery): Promise<{ rows: TitleRow[]; next: number | null }> {
  const { ids, next } = await findTitles(deps, query);
  return { rows: await readRows(deps.preparedDb, ids), next };
}

async function findTitles(deps: Deps, query: TitleQuery): Promise<Found> {
  const { q = '', status } = query;
  const isbn = parseIsbn(q);
  if (isbn !== undefined) return findByIsbn(deps.preparedDb, isbn);
  const words = queryWords(q);
  if (q !== '' && status !== 'withdrawn')
    return words.length > 0 ? searchTitles(deps, words, query) : { ids: [], next: null };
  return filterTitles(deps.preparedDb, status, query);
}

const selectByIsbn = keepStatement((db, given: Given<{ isbn: string }>) =>
  db
    .select({ id: variant.productId })
    .from(variant)
    .where(eq(variant.isbn, given('isbn'))),
);

async function findByIsbn(db: Database, isbn: string): Promise<Found> {
  const rows = await selectByIsbn(db, { isbn });
  return { ids: rows.map(({ id }) => id), next: null };
}

/** The pages of the search of the shop, of which those titles stay that a filter takes. */
async function searchTitles(
  { db, search }: Deps,
  words: readonly string[],
  { q = '', status, before: page = 1, limit }: TitleQuery,
): Promise<Found> {
  const { products, total } = await search.search({ filter: { q, page, limit }, words, facets: false });
  const next = page * limit < total ? page + 1 : null;
  const ids = products.map(({ id }) => id);
  if (status === undefined || status === 'on_sale' || ids.length === 0) return { ids, next };
  const rows = await db
    .select({ id: searchEntry.productId })
    .from(searchEntry)
    .where(and(inArray(searchEntry.productId, ids), matchesEntry(status)));
  const kept = new Set(rows.map(({ id }) => id));
  return { ids: ids.filter((id) => kept.has(id)), next };
}

const hasPicture = exists(
  subquery
    .select({ id: cover.variantId })
    .from(cover)
    .innerJoin(variant, eq(variant.id, cover.variantId))
    .where(eq(variant.productId, searchEntry.productId)),
);

function matchesEntry(status: TitleFilter): SQL | undefined {
  if (status === 'out_of_stock') return eq(searchEntry.available, false);
  if (status === 'without_cover') return not(hasPicture);
  if (status === 'forthcoming') return gt(searchEntry.published, dayInMalaysia(new Date().toISOString()));
  return undefined;
}

async function filterTitles(
  db: Database,
  status: TitleFilter | undefined,
  { q = '', before, limit }: TitleQuery,
): Promise<Found> {
  if (status === 'forthcoming') return listForthcoming(db, before ?? 1, limit);
  if (status === 'without_cover') return listWithoutCover(db, before, limit);
  const beginning = q === '' ? undefined : `${escapeLike(q.toLowerCase())}%`;
  const rows = await (status === 'on_sale' || status === 'out_of_stock'
    ? selectEntries(db, { before }, { status, limit: limit + 1 })
    : selectProducts(db, { before, beginning }, { status, limit: limit + 1 }));
  const ids = rows.slice(0, limit).map((row) => row.id);
  return { ids, next: rows.length > limit ? ids.at(-1)! : null };
}

type Before = { before: number | undefined };
type Form = { status: TitleFilter | undefined; limit: number };

/** Not of the forthcoming ones: the day would stay in the text. */
type EntriesForm = { status: 'on_sale' | 'out_of_stock'; limit: number };

const selectEntries = keepForms((db, given: PerhapsGiven<Before>, { status, limit }: EntriesForm) => {
  const before = given('before');
  return db
    .select({ id: searchEntry.productId })
    .from(searchEntry)
    .where(and(before && lt(searchEntry.productId, before), matchesEntry(status)))
    .orderBy(desc(searchEntry.productId))
    .limit(limit);
});

/** As the index has it. */
const TITLE = sql`lower(${product.title})`;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const selectProducts = keepForms(
  (db, given: PerhapsGiven<Before & { beginning: string | undefined }>, { status, limit }: Form) => {
    const [before, beginning] = [given('before'), given('beginning')];
    return db
      .select({ id: product.id })
      .from(product)
      .where(
        and(
          before && lt(product.id, before),
          status === 'withdrawn' ? eq(product.isListed, false) : undefined,
          beginning && like(TITLE, beginning),
        ),
      )
      .orderBy(desc(product.id))
      .limit(limit);
  },
);

/** The soonest first; pages are numbered. */
async function listForthcoming(db: Database, page: number, limit: number): Promise<Found> {
  const rows = await db
    .select({ id: searchEntry.productId })
    .from(searchEntry)
    .where(matchesEntry('forthcoming'))
    .orderBy(searchEntry.published, desc(searchEntry.productId))
    .limit(limit + 1)
    .offset((page - 1) * limit);
  return { ids: rows.slice(0, limit).map(({ id }) => id), next: rows.length > limit ? page + 1 : null };
}

/** Titles that are looked at for a filter that has no index; the next page goes on after them. */
const LOOKED_AT = 2000;

const newestEntries = (before: Placeholder | undefined) =>
  subquery
    .select({ productId: searchEntry.productId })
    .from(searchEntry)
    .where(before && lt(searchEntry.productId, before))
    .orderBy(desc(searchEntry.productId))
    .limit(LOOKED_AT)
    .as('search_entry');

const selectWithoutCover = keepForms((db, given: PerhapsGiven<Before>, { limit }: Pick<Form, 'limit'>) => {
  const newest = newestEntries(given('before'));
  return db
    .select({ id: newest.productId })
    .from(newest)
    .where(not(hasPicture))
    .orderBy(desc(newest.productId))
    .limit(limit);
});

const selectLookedAt = keepForms((db, given: PerhapsGiven<Before>) => {
  const newest = newestEntries(given('before'));
  return db.select({ all: count(), last: min(newest.productId) }).from(newest);
});

async function listWithoutCover(db: Database, before: number | undefined, limit: number): Promise<Found> {
  const rows = await selectWithoutCover(db, { before }, { limit: limit + 1 });
  const ids = rows.slice(0, limit).map(({ id }) => id);
  if (rows.length > limit) return { ids, next: ids.at(-1)! };
  const [lookedAt] = await selectLookedAt(db, { before }, {});
  return { ids, next: lookedAt!.all === LOOKED_AT ? lookedAt!.last : null };
}

const rowColumns = {
  id: product.id,
  title: product.title,
  language: product.language,
  isListed: product.isListed,
  published: product.published,
  contributors: contributorsColumn,
  formats: valueOf(
    subquery
      .select({
        value: jsonArray(
          {
            id: variant.id,
            isbn: variant.isbn,
            format: variant.format,
            listPrice: variant.listPrice,
            memberPrice: variant.memberPrice,
            stock: variant.stock,
            isListed: variant.isListed,
            image: sql<CoverImage | null>`CASE WHEN ${coverImage.hash} IS NOT NULL THEN ${imageObject} END`,
          },
          variant.id,
        ),
      })
      .from(variant)
      .leftJoin(cover, eq(cover.variantId, variant.id))
      .leftJoin(coverImage, eq(coverImage.hash, cover.imageHash))
      .where(isOwnVariant),
  ),
};

const selectRows = keepStatement((db, given: Given<{ ids: readonly number[] }>) =>
  db
    .select(rowColumns)
    .from(product)
    .where(isAmong(product.id, given('ids'))),
);

async function readRows(db: Database, ids: readonly number[]): Promise<TitleRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectRows(db, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    if (!found) return [];
    const { title, language, isListed, published, contributors, formats } = found;
    const image = formats.find((one) => one.image !== null)?.image ?? null;
    const authors = contributors.filter(({ role }) => role === 'author');
    return {
      id,
      title,
      language,
      published,
      contributors: contributors.map(({ name, role }) => ({ name, role })),
      cover: productCoverPath({ id, title, language, authors, series: null, image }),
      has_picture: image !== null,
      is_listed: isListed,
      formats: formats.map(formatRowOf),
    };
  });
}

type StoredFormat = (typeof rowColumns)['formats'] extends SQL<(infer F)[]> ? F : never;

function formatRowOf({ id, isbn, format, listPrice, memberPrice, stock, isListed }: StoredFormat) {
  const prices = { list_price: ringgitFromSen(listPrice), member_price: ringgitFromSen(memberPrice) };
  return { id, isbn, format, ...prices, stock, is_listed: isListed };
}
