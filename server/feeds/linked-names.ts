import { asc, eq, gt, inArray, max } from 'drizzle-orm';
import { authorPath, seriesPath } from '#contract/pages.ts';
import type { Database } from '../db/connection.ts';
import { contributor, productContributor, productSeries, searchEntry, series, sitemapEntry } from '../db/tables.ts';
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
      .innerJoin(searchEntry, eq(searchEntry.productId, productContributor.productId))
      .innerJoin(sitemapEntry, eq(sitemapEntry.productId, productContributor.productId))
      .where(inArray(productContributor.contributorId, idsOf(names)))
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
      .innerJoin(searchEntry, eq(searchEntry.productId, productSeries.productId))
      .innerJoin(sitemapEntry, eq(sitemapEntry.productId, productSeries.productId))
      .where(inArray(productSeries.seriesId, idsOf(names)))
      .groupBy(productSeries.seriesId);
    yield* linked('series', names.map(withPath(seriesPath)), changes);
    after = names.at(-1)!.id;
  }
}

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
