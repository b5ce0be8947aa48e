import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { isSellableFormat, parentSubject, type SubjectCode } from '#domain/catalogue/product.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { productColumns } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { soundToken } from './index/other-spellings.ts';
import type { IndexedProduct } from './index/product-facts.ts';
import { numberForms } from './number-words.ts';
import { contributor, product, productContributor, productSeries, productSubject, series } from '../db/tables.ts';

const indexedColumns = {
  ...productColumns,
  titleSort: product.titleSort,
  popularity: product.popularity,
  published: product.published,
  publisher: product.publisher,
  description: product.description,
  contributors: valueOf(
    subquery
      .select({ value: jsonArray({ name: contributor.name }, productContributor.position) })
      .from(productContributor)
      .innerJoin(contributor, eq(contributor.id, productContributor.contributorId))
      .where(eq(productContributor.productId, product.id)),
  ),
  allSeries: valueOf(
    subquery
      .select({
        value: jsonArray({ name: series.name, slug: series.slug, number: productSeries.number }, series.id),
      })
      .from(productSeries)
      .innerJoin(series, eq(series.id, productSeries.seriesId))
      .where(eq(productSeries.productId, product.id)),
  ),
  subjects: valueOf(
    subquery
      .select({ value: sql<SubjectCode[]>`coalesce(array_agg(DISTINCT ${productSubject.subject}), '{}')` })
      .from(productSubject)
      .where(and(eq(productSubject.productId, product.id), isNotNull(productSubject.subject))),
  ),
};

/** The listed ones of these products, in one query. */
export async function readIndexedProducts(db: Database, ids: readonly number[]): Promise<IndexedProduct[]> {
  const rows = await db
    .select(indexedColumns)
    .from(product)
    .where(and(inArray(product.id, [...ids]), eq(product.isListed, true)));
  return rows.filter((row) => row.variants.length > 0).map(toIndexedProduct);
}

function toIndexedProduct(row: SelectResultFields<typeof indexedColumns>): IndexedProduct {
  const { titleSort, popularity, published, publisher, description, contributors, allSeries, subjects, ...card } = row;
  const sold = card.variants.find(({ format }) => isSellableFormat(format));
  const names = [
    ...contributors.map(({ name }) => name),
    ...allSeries.map(({ name, number }) => `${name} ${number ?? ''}`),
  ];
  const words = { title: foldForSearch(`${card.title} ${card.subtitle}`), names: names.map(foldForSearch).join(' ') };
  const persian = card.language === 'fa' ? `${words.title} ${words.names}`.split(' ') : [];
  const sounds = persian.flatMap((word) => soundToken(word) ?? []);
  return {
    facts: {
      id: card.id,
      popularity,
      price: (sold ?? card.variants[0]!).listPrice,
      published: dateNumber(published),
      language: card.language,
      publisher,
      subjects: [...new Set(subjects.flatMap((code) => [code, parentSubject(code) ?? code]))],
      variants: card.variants.map((one) => ({ format: one.format, price: one.listPrice, inStock: one.stock > 0 })),
    },
    card,
    titleSort,
    title: foldForSearch(card.title),
    document: {
      title: [words.title, ...numberForms(words.title, card.language)].join(' '),
      names: [words.names, ...sounds].join(' '),
      text: foldForSearch(description),
    },
    links: [
      ...card.authors.map((one) => ({ kind: 'author' as const, ...one })),
      ...allSeries.map(({ slug, name }) => ({ kind: 'series' as const, slug, name })),
    ],
  };
}

function dateNumber(published: string | null): number {
  const [year = 0, month = 0, day = 0] = (published ?? '').split('-').map(Number);
  return year * 10_000 + month * 100 + day;
}
