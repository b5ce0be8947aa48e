import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import {
  ALL_FORMATS,
  PHYSICAL_FORMATS,
  parentSubject,
  type BookFormat,
  type SubjectCode,
} from '#domain/catalogue/product.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { productColumns, type ProductData } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { numberForms, soundToken } from './other-spellings.ts';
import { contributor, product, productContributor, productSeries, productSubject, series } from '../db/tables.ts';

/** What filtering, sorting and counting look at. Prices in sen. */
export type ProductFacts = {
  id: number;
  popularity: number;
  /** The lowest list price of the formats that the shop sells. */
  price: number;
  /** The date of publication as a number that sorts as the date does: 19261014, 19261000 for a month, 0 for none. */
  published: number;
  titleSort: string;
  language: string;
  publisher: string;
  subjects: string[];
  authors: string[];
  series: string[];
  /** The listed variants, cheapest first. */
  variants: { format: BookFormat; price: number; inStock: boolean }[];
};

/** A listed product as the search index has it; `card` is what grids show. Texts are folded. */
export type IndexedProduct = {
  facts: ProductFacts;
  card: ProductData;
  title: string;
  /** What words are searched in, with other spellings of them. */
  document: { title: string; names: string; text: string };
  /** Names of the authors and series by their slugs. */
  links: { kind: 'author' | 'series'; slug: string; name: string }[];
};

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
  const sold = card.variants.filter(({ format }) => (PHYSICAL_FORMATS as readonly string[]).includes(format));
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
      price: (sold[0] ?? card.variants[0]!).listPrice,
      published: dateNumber(published),
      titleSort,
      language: card.language,
      publisher,
      subjects: [...new Set(subjects.flatMap((code) => [code, parentSubject(code) ?? code]))],
      authors: [...new Set(card.authors.map(({ slug }) => slug))],
      series: allSeries.map(({ slug }) => slug),
      variants: card.variants.map((one) => ({ format: one.format, price: one.listPrice, inStock: one.stock > 0 })),
    },
    card,
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

/** A variant as one number: its list price, its format and whether it is in stock. */
export function packVariant({ format, price, inStock }: ProductFacts['variants'][number]): number {
  return price * 32 + ALL_FORMATS.indexOf(format) * 2 + Number(inStock);
}

export function variantPrice(packed: number): number {
  return packed >>> 5;
}

export function variantFormat(packed: number): number {
  return (packed & 31) >>> 1;
}

export function isInStock(packed: number): boolean {
  return (packed & 1) === 1;
}
