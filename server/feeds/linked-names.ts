import { and, asc, eq, gt, inArray, max, sql } from 'drizzle-orm';
import { authorPath, seriesPath } from '#contract/pages.ts';
import type { Database } from '../db/connection.ts';
import { contributor, productContributor, productSeries, series, sitemapEntry } from '../db/tables.ts';
import type { SitemapUrl } from './sitemap.ts';

type LinkedName = SitemapUrl & { section: string };

/** Names that are read at once. */
const BATCH_SIZE = 1000;

/** The pages of authors and series with titles in the shop, each changed when one of its titles last did. */
export async function* listLinkedNames(db: Database): AsyncGenerator<LinkedName> {
  yield* listAuthors(db);
  yield* listSeries(db);
}

async function* listAuthors(db: Database): AsyncGenerator<LinkedName> {
  for (let after = 0; ;) {
    const names = await db
      .select({ id: contributor.id, slug: contributor.slug })
      .from(contributor)
      .where(gt(contributor.id, after))
      .orderBy(asc(contributor.id))
      .limit(BATCH_SIZE);
    if (names.length === 0) return;
    const changes = await db
      .select({ id: productContributor.contributorId, changedAt: max(sitemapEntry.changedAt) })
      .from(productContributor)
      .innerJoin(sitemapEntry, eq(sitemapEntry.productId, productContributor.productId))
      .where(and(inArray(productContributor.contributorId, idsOf(names)), isOfTitleInShop))
      .groupBy(productContributor.contributorId);
    yield* linked('authors', names.map(withPath(authorPath)), changes);
    after = names.at(-1)!.id;
  }
}

async function* listSeries(db: Database): AsyncGenerator<LinkedName> {
  for (let after = 0; ;) {
    const names = await db
      .select({ id: series.id, slug: series.slug })
      .from(series)
      .where(gt(series.id, after))
      .orderBy(asc(series.id))
      .limit(BATCH_SIZE);
    if (names.length === 0) return;
    const changes = await db
      .select({ id: productSeries.seriesId, changedAt: max(sitemapEntry.changedAt) })
      .from(productSeries)
      .innerJoin(sitemapEntry, eq(sitemapEntry.productId, productSeries.productId))
      .where(and(inArray(productSeries.seriesId, idsOf(names)), isOfTitleInShop))
      .groupBy(productSeries.seriesId);
    yield* linked('series', names.map(withPath(seriesPath)), changes);
    after = names.at(-1)!.id;
  }
}

/** What is on sale has an entry for searching; what left the shop keeps the time of its last change. */
const isOfTitleInShop = sql`EXISTS (SELECT FROM search_entry WHERE search_entry.product_id = ${sitemapEntry.productId})`;

function idsOf(names: readonly { id: number }[]): number[] {
  return names.map(({ id }) => id);
}

function withPath(pathOf: (name: { slug: string }) => string) {
  return ({ id, slug }: { id: number; slug: string }) => ({ id, path: pathOf({ slug }) });
}

function* linked(
  section: string,
  names: readonly { id: number; path: string }[],
  changes: readonly { id: number; changedAt: Date | null }[],
): Generator<LinkedName> {
  const changedAt = new Map(changes.map((one) => [one.id, one.changedAt]));
  for (const { id, path } of names) {
    const changed = changedAt.get(id);
    if (changed) yield { section, path, changedAt: changed };
  }
}
