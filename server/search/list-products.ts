import { and, eq } from 'drizzle-orm';
import type { ProductFilter, ProductPage } from '#contract/products.ts';
import { findIsbn } from '#domain/isbn.ts';
import type { Locale } from '#domain/locale.ts';
import { listProductRows } from '../catalogue/product-rows.ts';
import type { Database } from '../db/connection.ts';
import { product, variant } from '../db/tables.ts';
import { conditionsOf, queryWords } from './conditions.ts';
import { findFacets } from './find-facets.ts';
import { findHits, type Hits } from './find-hits.ts';
import { mendQuery } from './mend-query.ts';

/**
 * One page of titles for a filter, with facets. An ISBN in the query leads to its title alone. Where nothing is
 * found, typing mistakes are mended, and `correction` says what was searched instead.
 */
export async function listProducts(db: Database, filter: ProductFilter, locale: Locale): Promise<ProductPage> {
  const isbnHit = await findByIsbn(db, filter.q);
  if (isbnHit !== undefined) return isbnPage(db, isbnHit, filter.page);
  const asked = queryWords(filter.q);
  const first = await search(db, filter, asked);
  if (first.hits.total > 0 || asked.length === 0) return pageOf(db, filter.page, first, locale);
  const mended = await mendQuery(db, asked);
  if (!mended) return pageOf(db, filter.page, first, locale);
  const second = await search(db, filter, mended);
  if (second.hits.total === 0) return pageOf(db, filter.page, first, locale);
  return { ...(await pageOf(db, filter.page, second, locale)), correction: mended.join(' ') };
}

/** The title that an ISBN anywhere in a text belongs to. */
export async function findByIsbn(db: Database, text: string): Promise<number | undefined> {
  const isbn = findIsbn(text);
  if (!isbn) return undefined;
  const [found] = await db
    .select({ id: variant.productId })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(eq(variant.isbn, isbn), eq(variant.isListed, true), eq(product.isListed, true)));
  return found?.id;
}

type Searched = { conditions: ReturnType<typeof conditionsOf>; hits: Hits };

async function search(db: Database, filter: ProductFilter, words: readonly string[]): Promise<Searched> {
  const conditions = conditionsOf(filter, words);
  return { conditions, hits: await findHits(db, filter, conditions, words.join(' ')) };
}

async function pageOf(
  db: Database,
  page: number,
  { conditions, hits }: Searched,
  locale: Locale,
): Promise<ProductPage> {
  const [rows, facets] = await Promise.all([listProductRows(db, hits.ids), findFacets(db, conditions, locale)]);
  return { rows, total: hits.total, page, facets, ...(hits.isLowerBound && { total_is_lower_bound: true }) };
}

async function isbnPage(db: Database, id: number, page: number): Promise<ProductPage> {
  const rows = page === 1 ? await listProductRows(db, [id]) : [];
  return { rows, total: 1, page, facets: { subject: [], format: [], language: [], author: [], price: [] } };
}
