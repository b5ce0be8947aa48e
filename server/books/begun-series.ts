import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { BegunSeries } from '#contract/books.ts';
import { LAST_POSITION, seriesProgress } from '#domain/catalogue/series.ts';
import { listProductRows } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong, subquery } from '../db/subqueries.ts';
import { product, productSeries, series } from '../db/tables.ts';
import { boughtTitles } from './bought-titles.ts';

const MAX_SERIES = 12;
/** Nobody follows a longer one from volume to volume. */
const MAX_VOLUMES = 100;

const isNumbered = lt(productSeries.position, LAST_POSITION);

/**
 * The series of which a customer has a numbered volume, bought last first, each with its volumes in the shop and those that
 * the customer has. Series of one volume, and those that are too long to follow, are left out.
 */
export async function listBegunSeries(db: Database, customerId: string, limit = MAX_SERIES): Promise<BegunSeries[]> {
  const own = await selectOwnVolumes(db, { customerId });
  const seriesIds = [...new Set(own.map(({ seriesId }) => seriesId))].slice(0, limit);
  if (seriesIds.length === 0) return [];
  const ownIds = new Set(own.filter(({ seriesId }) => seriesIds.includes(seriesId)).map(({ id }) => id));
  const volumes = await selectVolumes(db, { seriesIds, alsoIds: [...ownIds] });
  const begun = seriesIds
    .map((id) => volumes.filter(({ seriesId }) => seriesId === id))
    .filter((all) => all.length <= MAX_VOLUMES)
    .map((all) => ({ ...all[0]!, ...seriesProgress(all.map((one) => ({ ...one, isOwned: ownIds.has(one.id) }))) }))
    .filter((one) => one.volumes.length > 1);
  const nextIds = begun.flatMap(({ next }) => next?.id ?? []);
  const rows = new Map((await listProductRows(db, nextIds)).map((row) => [row.id, row]));
  return begun.map(({ name, slug, volumes: places, next }) => {
    const row = next && rows.get(next.id);
    return {
      name,
      slug,
      volumes: places.map(({ number, isOwned }) => ({ number, is_owned: isOwned })),
      next: row ? { ...row, number: next.number } : null,
    };
  });
}

/** The numbered volumes that a customer bought, by their series, bought last first. */
const selectOwnVolumes = keepStatement((db, given: Given<{ customerId: string }>) => {
  const bought = boughtTitles(given('customerId'));
  return db
    .select({ seriesId: productSeries.seriesId, id: bought.productId })
    .from(bought)
    .innerJoin(productSeries, eq(productSeries.productId, bought.productId))
    .where(isNumbered)
    .orderBy(desc(bought.lastOrder), productSeries.place, productSeries.seriesId);
});

/** The numbered volumes of these series, those in the shop and some others; of one that is too long, one too many. */
const selectVolumes = keepStatement(
  (db, given: Given<{ seriesIds: readonly number[]; alsoIds: readonly number[] }>) => {
    const volume = subquery
      .select({
        id: productSeries.productId,
        number: sql<string>`${productSeries.number}`.as('number'),
        position: productSeries.position,
        language: product.language,
      })
      .from(productSeries)
      .innerJoin(product, eq(product.id, productSeries.productId))
      .where(
        and(
          eq(productSeries.seriesId, series.id),
          isNumbered,
          or(eq(product.isListed, true), isAmong(product.id, given('alsoIds'))),
        ),
      )
      .orderBy(productSeries.position, productSeries.productId)
      .limit(MAX_VOLUMES + 1)
      .as('volume');
    return db
      .select({
        seriesId: series.id,
        name: series.name,
        slug: series.slug,
        id: volume.id,
        number: volume.number,
        position: volume.position,
        language: volume.language,
      })
      .from(series)
      .innerJoinLateral(volume, sql`true`)
      .where(isAmong(series.id, given('seriesIds')))
      .orderBy(volume.position, volume.id);
  },
);
