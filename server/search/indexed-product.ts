import { and, eq, exists } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { isAuthorRole } from '#domain/catalogue/contributor.ts';
import { isSellableFormat } from '#domain/catalogue/product.ts';
import { withAncestors } from '#domain/catalogue/subject.ts';
import { searchedWordsOf, wordsOf } from '../catalogue/search-words.ts';
import { contributorsColumn, seriesColumn, subjectsColumn } from '../catalogue/product-columns.ts';
import { productColumns, type ProductData } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { isAmong, subquery } from '../db/subqueries.ts';
import { soundToken } from './index/other-spellings.ts';
import type { IndexedProduct } from './index/product-facts.ts';
import { numberForms } from './number-words.ts';
import { product, variant } from '../db/tables.ts';

/** Authors and series of {@link productColumns} are among all contributors and series: they are not read twice. */
const { authors: _authors, series: _series, ...ownColumns } = productColumns;

const friendly = and(eq(variant.productId, product.id), variant.isListed, variant.isScreenReaderFriendly);

const indexedColumns = {
  ...ownColumns,
  titleSort: product.titleSort,
  popularity: product.popularity,
  published: product.published,
  publisher: product.publisher,
  description: product.description,
  keywords: product.keywords,
  contributors: contributorsColumn,
  allSeries: seriesColumn,
  subjects: subjectsColumn,
  isScreenReaderFriendly: exists(subquery.select({ id: variant.id }).from(variant).where(friendly)).mapWith(Boolean),
};

/** The listed ones of these products, in one query. */
export async function readIndexedProducts(db: Database, ids: readonly number[]): Promise<IndexedProduct[]> {
  const rows = await db
    .select(indexedColumns)
    .from(product)
    .where(and(isAmong(product.id, ids), eq(product.isListed, true)));
  return rows.filter((row) => row.variants.length > 0).map(toIndexedProduct);
}

function toIndexedProduct(row: SelectResultFields<typeof indexedColumns>): IndexedProduct {
  const { titleSort, popularity, published, publisher, contributors, allSeries, subjects, ...others } = row;
  const { description, keywords, isScreenReaderFriendly, ...own } = others;
  const card: ProductData = { ...own, authors: authorsOf(contributors), series: allSeries[0] ?? null };
  const sold = card.variants.find(({ format }) => isSellableFormat(format));
  const names = [
    ...contributors.map(({ name }) => name),
    ...allSeries.map(({ name, number }) => `${name} ${number ?? ''}`),
  ];
  const words = {
    title: searchedWordsOf(`${card.title} ${card.subtitle}`),
    names: names.map(searchedWordsOf).join(' '),
  };
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
      subjects: withAncestors(subjects),
      isScreenReaderFriendly,
      variants: card.variants.map((one) => ({ format: one.format, price: one.listPrice, inStock: one.stock > 0 })),
    },
    card,
    titleSort,
    title: wordsOf(card.title),
    document: {
      title: [words.title, ...numberForms(words.title, card.language)].join(' '),
      names: [words.names, ...sounds].join(' '),
      text: searchedWordsOf(`${description} ${keywords.join(' ')}`),
    },
    links: [
      ...card.authors.map((one) => ({ kind: 'author' as const, ...one })),
      ...allSeries.map(({ slug, name }) => ({ kind: 'series' as const, slug, name })),
    ],
  };
}

function authorsOf(contributors: readonly { name: string; slug: string; role: string }[]): ProductData['authors'] {
  return contributors.filter(({ role }) => isAuthorRole(role)).map(({ name, slug }) => ({ name, slug }));
}

function dateNumber(published: string | null): number {
  const [year = 0, month = 0, day = 0] = (published ?? '').split('-').map(Number);
  return year * 10_000 + month * 100 + day;
}
