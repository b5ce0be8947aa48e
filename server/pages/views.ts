import { eq, sql } from 'drizzle-orm';
import { bookPath, browsePath, subjectPath, type ShopPage } from '#contract/pages.ts';
import { queryOf } from '#contract/product-query.ts';
import { productFilter, type ProductFilter } from '#contract/products.ts';
import type { BrowseHeading, HomeSection, ShopView } from '#contract/views.ts';
import type { Locale } from '#domain/locale.ts';
import { isSubject } from '#domain/subjects.ts';
import { findProduct } from '../catalogue/find-product.ts';
import { listProductRows } from '../catalogue/product-rows.ts';
import type { Database } from '../db/connection.ts';
import { contributor, searchEntry, series } from '../db/tables.ts';
import { conditionsOf } from '../search/conditions.ts';
import { findHits } from '../search/find-hits.ts';
import { findByIsbn, listProducts } from '../search/list-products.ts';
import { subjectTree } from '../search/subject-tree.ts';

/** What stands in an address: pattern parts, and the query as parsed. */
export type Asked = { params: Record<string, string>; query: unknown; locale: Locale };

/** A view to render at its one address, a move to another address, or nothing there. */
export type Found = { view: ShopView; path: string } | { moveTo: string; isForGood: boolean } | undefined;

const PER_PAGE = 24;
const NOTHING_ASKED = productFilter.parse({});

type ViewOf = (db: Database, asked: Asked) => Promise<Found>;

/** How each cached page of the shop finds what it shows. The cart and a guest's order are personal: see routes.ts. */
export const VIEWS: Record<Exclude<ShopPage, 'cart' | 'order'>, ViewOf> = {
  home: async (db, { locale }) => ({ view: await homeView(db, locale), path: '/' }),
  browse: browseView,
  book: bookView,
  author: async (db, asked) => {
    const [found] = await db
      .select()
      .from(contributor)
      .where(eq(contributor.slug, asked.params.slug ?? ''));
    if (!found) return undefined;
    return listView(db, asked, {
      base: `/author/${found.slug}`,
      preset: { author: [found.slug] },
      heading: { kind: 'author', name: found.name },
    });
  },
  series: async (db, asked) => {
    const [found] = await db
      .select()
      .from(series)
      .where(eq(series.slug, asked.params.slug ?? ''));
    if (!found) return undefined;
    return listView(db, asked, {
      base: `/series/${found.slug}`,
      preset: { series: [found.slug] },
      heading: { kind: 'series', name: found.name },
    });
  },
  subject: async (db, asked) => {
    const code = asked.params.code ?? '';
    if (!isSubject(code)) return undefined;
    return listView(db, asked, {
      base: subjectPath(code),
      preset: { subject: [code] },
      heading: { kind: 'subject', code },
    });
  },
  delivery: async () => ({ view: { page: 'delivery' }, path: '/delivery' }),
  returns: async () => ({ view: { page: 'returns' }, path: '/returns' }),
  contact: async () => ({ view: { page: 'contact' }, path: '/contact' }),
  privacy: async () => ({ view: { page: 'privacy' }, path: '/privacy' }),
};

/** A query of a browse address; what cannot be read counts as not asked. */
export function readFilter(query: unknown): ProductFilter {
  const parsed = productFilter.safeParse(query);
  return { ...(parsed.success ? parsed.data : NOTHING_ASKED), limit: PER_PAGE };
}

/** The titles that a view shows: its page is dropped when one of them changes. */
export function titlesOf(view: ShopView): Set<number> {
  if (view.page === 'home') return new Set(view.sections.flatMap((section) => section.rows.map((row) => row.id)));
  if (view.page === 'browse') return new Set(view.result.rows.map((row) => row.id));
  if (view.page !== 'book') return new Set();
  const { id, related, series_titles } = view.product;
  return new Set([id, ...related.map((row) => row.id), ...series_titles.map((row) => row.id)]);
}

async function browseView(db: Database, asked: Asked): Promise<Found> {
  const filter = readFilter(asked.query);
  const isbnHit = await findByIsbn(db, filter.q);
  if (isbnHit !== undefined) return moveToBook(db, isbnHit);
  const heading: BrowseHeading = filter.q ? { kind: 'query', text: filter.q } : { kind: 'all' };
  const result = await listProducts(db, filter, asked.locale);
  return { view: { page: 'browse', filter, result, heading }, path: browsePath(queryOf(filter)) };
}

async function moveToBook(db: Database, id: number): Promise<Found> {
  const [row] = await listProductRows(db, [id]);
  return row && { moveTo: bookPath(row), isForGood: false };
}

type ListOf = { base: string; preset: Partial<ProductFilter>; heading: BrowseHeading };

async function listView(db: Database, asked: Asked, { base, preset, heading }: ListOf): Promise<Found> {
  const { page } = readFilter(asked.query);
  const filter = { ...NOTHING_ASKED, ...preset, page, limit: PER_PAGE };
  const result = await listProducts(db, filter, asked.locale);
  return { view: { page: 'browse', filter, result, heading }, path: page > 1 ? `${base}?page=${page}` : base };
}

async function bookView(db: Database, { params }: Asked): Promise<Found> {
  const id = Number(params.id);
  const product = /^\d{1,9}$/.test(params.id ?? '') ? await findProduct(db, id) : undefined;
  if (!product) return undefined;
  if (product.slug !== params.slug) return { moveTo: bookPath(product), isForGood: true };
  return { view: { page: 'book', product }, path: bookPath(product) };
}

const SECTIONS: { title: HomeSection['title']; filter: Partial<ProductFilter>; path: string }[] = [
  { title: 'sought', filter: { sort: 'bestselling' }, path: '/browse' },
  { title: 'classics', filter: { subject: ['FBC'] }, path: subjectPath('FBC') },
  { title: 'children', filter: { subject: ['Y'] }, path: subjectPath('Y') },
  {
    title: 'languages',
    filter: { language: ['de', 'fa', 'fr', 'pt'] },
    path: browsePath('language=de&language=fa&language=fr&language=pt'),
  },
  { title: 'malay', filter: { language: ['ms'] }, path: browsePath('language=ms') },
  { title: 'new', filter: { sort: 'newest' }, path: browsePath('sort=newest') },
];

async function homeView(db: Database, locale: Locale): Promise<ShopView> {
  const [counted, subjects, ...sections] = await Promise.all([
    db.execute<{ titles: number }>(sql`SELECT count(*)::int AS titles FROM ${searchEntry}`),
    subjectTree(db, locale),
    ...SECTIONS.map(({ title, filter, path }) => section(db, { title, filter, path })),
  ]);
  return {
    page: 'home',
    sections: sections.filter((one) => one.rows.length > 0),
    subjects,
    titles: counted.rows[0]!.titles,
  };
}

async function section(db: Database, { title, filter, path }: (typeof SECTIONS)[number]): Promise<HomeSection> {
  const asked = { ...NOTHING_ASKED, ...filter, limit: 12 };
  const { ids } = await findHits(db, asked, conditionsOf(asked, []), '');
  return { title, path, rows: await listProductRows(db, ids) };
}
