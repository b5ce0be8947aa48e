import { PRICE_RANGES, type ProductFilter } from '#contract/product-filter.ts';
import { and, desc, eq, inArray } from 'drizzle-orm';
import {
  type Facets,
  type ProductPage,
  type ProductRow,
  type SubjectTree,
  type Suggestion,
} from '#contract/products.ts';
import { authorPath, bookPath, seriesPath, subjectPath } from '#contract/pages.ts';
import { findIsbn, similarIsbns } from '#domain/catalogue/isbn.ts';
import { isBookFormat } from '#domain/catalogue/product.ts';
import { childSubjects, TOP_SUBJECTS } from '#domain/catalogue/subject.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { inDigitsOf, languageName, type Locale } from '#domain/locale.ts';
import { subjectName } from '#messages/subject-names.ts';
import { listProductRows, toProductRow, toProductRows } from '../catalogue/products.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { product, variant } from '../db/tables.ts';
import { getTranslator } from '../translations.ts';
import {
  queryWords,
  type FacetCount,
  type FacetCounts,
  type FacetName,
  type SearchHits,
  type SuggestedLink,
} from './search-index.ts';
import { countSubjects } from './count-subjects.ts';
import { subjectsNamed, type NamedSubject } from './named-subjects.ts';

/** What searching needs: the index, and the database for what is found by its number. */
type SearchDeps = Pick<Deps, 'db' | 'search'>;

/**
 * One page of products for a filter, with facets. An ISBN in the query finds its product alone, with a mistake in it at most
 * three that are meant perhaps. Where nothing is found, the spelling is corrected, and `correction` is the query that was searched instead.
 */
export async function listProducts(deps: SearchDeps, filter: ProductFilter, locale: Locale): Promise<ProductPage> {
  const isbnHit = await findProductIdByIsbn(deps.db, filter.q);
  if (isbnHit !== undefined) return isbnPage(deps.db, [{ id: isbnHit }], filter.page);
  const similar = firstOfEachTitle(await listVariantsByIsbn(deps.db, similarIsbns(filter.q)));
  if (similar.length > 0) return { ...(await isbnPage(deps.db, similar, filter.page)), ...nameIsbns(similar) };
  const words = queryWords(filter.q);
  const hits = await deps.search.search({ filter, words });
  if (hits.total > 0 || words.length === 0) return toProductPage(hits, filter, locale);
  const corrected = await deps.search.correct(words);
  const nearHits = corrected && (await deps.search.search({ filter, words: corrected }));
  if (!nearHits || nearHits.total === 0) return toProductPage(hits, filter, locale);
  return { ...toProductPage(nearHits, filter, locale), correction: corrected.join(' ') };
}

/** The listed product of an ISBN found anywhere in a text. */
export async function findProductIdByIsbn(db: Database, text: string): Promise<number | undefined> {
  const isbn = findIsbn(text);
  return isbn === undefined ? undefined : (await listVariantsByIsbn(db, [isbn]))[0]?.id;
}

type FoundVariant = { id: number; isbn: string };
/** A mistake in an ISBN can stand for some, not for many. */
const MAX_FOUND_VARIANTS = 12;
/** So many titles are offered for an ISBN with a mistake. */
const MAX_OFFERED_TITLES = 3;

function firstOfEachTitle(found: readonly FoundVariant[]): FoundVariant[] {
  const first = found.filter(({ id }, place) => found.findIndex((one) => one.id === id) === place);
  return first.slice(0, MAX_OFFERED_TITLES);
}

function nameIsbns(found: readonly FoundVariant[]): Pick<ProductPage, 'correction' | 'similar_isbns'> {
  const isbns = found.map(({ isbn }) => isbn);
  return isbns.length === 1 ? { correction: isbns[0]! } : { similar_isbns: isbns };
}

/** The listed products with these ISBNs, the most popular first. */
async function listVariantsByIsbn(db: Database, isbns: readonly string[]): Promise<FoundVariant[]> {
  if (isbns.length === 0) return [];
  const rows = await db
    .select({ id: variant.productId, isbn: variant.isbn })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(inArray(variant.isbn, [...isbns]), eq(variant.isListed, true), eq(product.isListed, true)))
    .orderBy(desc(product.popularity), product.id)
    .limit(MAX_FOUND_VARIANTS);
  return rows.flatMap(({ id, isbn }) => (isbn === null ? [] : [{ id, isbn }]));
}

function toProductPage(hits: SearchHits, { page, format }: ProductFilter, locale: Locale): ProductPage {
  return {
    rows: toProductRows(hits.products, format),
    total: hits.total,
    page,
    facets: toFacets(hits.facets, locale),
    ...(hits.isLowerBound && { total_is_lower_bound: true }),
  };
}

async function isbnPage(db: Database, found: readonly { id: number }[], page: number): Promise<ProductPage> {
  const ids = [...new Set(found.map(({ id }) => id))];
  const rows = page === 1 ? await listProductRows(db, ids) : [];
  return { rows, total: ids.length, page, facets: { subject: [], format: [], language: [], author: [], price: [] } };
}

function toFacets(counts: FacetCounts, locale: Locale): Facets {
  const labelled = (facet: FacetName) =>
    counts[facet].map(({ value, count, name }: FacetCount) => ({
      value,
      label: name ?? facetLabel(facet, value, locale),
      count,
    }));
  const price = labelled('price');
  return {
    subject: labelled('subject'),
    format: labelled('format'),
    language: labelled('language'),
    author: labelled('author'),
    price: PRICE_RANGES.flatMap((range) => price.find((one) => one.value === range) ?? []),
  };
}

function facetLabel(facet: FacetName, value: string, locale: Locale): string {
  const t = getTranslator(locale);
  if (facet === 'subject') return subjectName(value, locale);
  if (facet === 'format' && isBookFormat(value)) return t(`common.formats.${value}`);
  if (facet === 'language') return languageName(value, locale);
  if (facet === 'price') return `RM ${inDigitsOf(locale, value.replace(/-$/, '+').replace('-', '–'))}`;
  return value;
}

const MAX_SUGGESTIONS = 8;
const SUGGEST_LIMITS = { titles: 5, authors: 3, series: 2, subjects: 2 };

/** Up to eight suggestions for a partial query: products first, then authors, series and subjects. */
export async function suggest(deps: SearchDeps, q: string, locale: Locale): Promise<Suggestion[]> {
  const words = queryWords(q);
  if (words.length === 0) return [];
  const isbnHit = await findProductIdByIsbn(deps.db, q);
  if (isbnHit !== undefined) return (await listProductRows(deps.db, [isbnHit])).map(productSuggestion);
  const named = subjectsNamed(foldForSearch(q), locale);
  const found = await deps.search.suggest({ words, subjects: named.map(({ code }) => code), limits: SUGGEST_LIMITS });
  return [
    ...found.products.map((data) => productSuggestion(toProductRow(data))),
    ...found.links.map(linkSuggestion),
    ...named.filter(({ code }) => found.subjects.includes(code)).map(subjectSuggestion),
  ].slice(0, MAX_SUGGESTIONS);
}

function productSuggestion(row: ProductRow): Suggestion {
  return {
    kind: 'title',
    text: row.title,
    detail: row.authors.map((author) => author.name).join(', '),
    href: bookPath(row),
    cover: row.cover,
  };
}

function subjectSuggestion({ code, name }: NamedSubject): Suggestion {
  return { kind: 'subject', text: name, href: subjectPath(code) };
}

function linkSuggestion({ kind, slug, name }: SuggestedLink): Suggestion {
  return { kind, text: name, href: kind === 'author' ? authorPath({ slug }) : seriesPath({ slug }) };
}

/** The top level and the level below it, with the last counted number of products; empty subjects are left out. */
export async function loadSubjectTree(db: Database, locale: Locale): Promise<SubjectTree> {
  const codes = TOP_SUBJECTS.flatMap((top) => [top, ...childSubjects(top)]);
  const counts = await countSubjects(db, codes);
  const nodes = (some: readonly string[]) =>
    some.flatMap((code) => {
      const count = counts.get(code);
      return count === undefined ? [] : { code, name: subjectName(code, locale), count };
    });
  return nodes(TOP_SUBJECTS).map((top) => ({ ...top, children: nodes(childSubjects(top.code)) }));
}
