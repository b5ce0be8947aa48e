import { eq, sql } from 'drizzle-orm';
import { subjectRows } from '#domain/catalogue/subject-rows.ts';
import { seriesPosition } from '#domain/catalogue/series.ts';
import { foldForSearch, slugOf, titleSortKey } from '#domain/catalogue/text.ts';
import type { Database } from '../db/connection.ts';
import { columnNames, columnTypes, isAmong, rowsAsTable, type ColumnTypes } from '../db/subqueries.ts';
import { product, productSeries, productSubject, productWork, series } from '../db/tables.ts';
import type { ProductRecord, SavedProduct, SeriesPlace } from './product-record.ts';
import { saveContributors } from './save-contributors.ts';
import { firstOfEach, saveChildren, saveNamed } from './save-rows.ts';

/** The columns of a product that every record has, and those that stay as they are where a record does not have them. */
const COLUMNS = [
  'title',
  'subtitle',
  'language',
  'description',
  'published',
  'publisher',
  'imprint',
  'popularity',
] as const;
const DERIVED_COLUMNS = ['slug', 'titleSort'] as const;
const OPTIONAL_COLUMNS = ['otherLanguages', 'originalLanguage', 'audience', 'keywords'] as const;

/**
 * Inserts products, found by their work keys, each of which comes once, and updates those that differ, with people, subjects,
 * series and works.
 */
export async function saveProducts(
  db: Database,
  records: readonly ProductRecord[],
  workKeyOf: (record: ProductRecord) => string,
): Promise<SavedProduct[]> {
  const saved: SavedProduct[] = [];
  for (const group of groupByColumns(records)) saved.push(...(await saveProductRows(db, group, workKeyOf)));
  const place = new Map(records.map((record, index) => [record, index]));
  saved.sort((one, other) => place.get(one.record)! - place.get(other.record)!);
  const changed = new Set<number>();
  for (const save of [saveContributors, saveSubjects, saveSeries, saveWorks])
    for (const id of await save(db, saved)) changed.add(id);
  return saved.map((one) => ({ ...one, isChanged: one.isChanged || changed.has(one.id) }));
}

type ProductGroup = { types: ColumnTypes; records: readonly ProductRecord[] };

/** Records, those together that have the same columns. */
function groupByColumns(records: readonly ProductRecord[]): ProductGroup[] {
  const optional = (record: ProductRecord) => OPTIONAL_COLUMNS.filter((column) => record[column] !== undefined);
  return [...Map.groupBy(records, (record) => optional(record).join(' ')).values()].map((group) => ({
    types: columnTypes(product, [...COLUMNS, ...DERIVED_COLUMNS, ...optional(group[0]!)]),
    records: group,
  }));
}

async function saveProductRows(
  db: Database,
  { types, records }: ProductGroup,
  workKeyOf: (record: ProductRecord) => string,
): Promise<SavedProduct[]> {
  const columns = Object.keys(types);
  const rows = records.map((record, place) => {
    return { ...record, place, workKey: workKeyOf(record), ...derivedColumns(record) };
  });
  const given = rowsAsTable({ place: 'integer', workKey: 'text', ...types }, rows);
  const { rows: saved } = await db.execute<{ id: number; key: string; isNew: boolean; isChanged: boolean }>(sql`
    WITH given AS MATERIALIZED ${given},
    updated AS (
      UPDATE ${product} SET (${columnNames(columns)}) = ROW (${columnNames(columns, 'given')}), updated_at = now()
      FROM given WHERE ${product.workKey} = given.work_key
        AND (${columnNames(columns, 'product')}) IS DISTINCT FROM (${columnNames(columns, 'given')})
      RETURNING ${product.id}),
    added AS (
      INSERT INTO ${product} (work_key, ${columnNames(columns)})
      SELECT work_key, ${columnNames(columns)} FROM given
      WHERE NOT EXISTS (SELECT FROM ${product} WHERE ${product.workKey} = given.work_key)
      ORDER BY place ON CONFLICT (work_key) DO UPDATE SET work_key = excluded.work_key
      RETURNING id, work_key)
    SELECT id, work_key AS key, true AS "isNew", true AS "isChanged" FROM added
    UNION ALL
    SELECT ${product.id}, ${product.workKey}, false, EXISTS (SELECT FROM updated WHERE updated.id = ${product.id})
    FROM given JOIN ${product} ON ${product.workKey} = given.work_key`);
  const byKey = new Map(saved.map(({ key, ...one }) => [key, one]));
  return rows.map(({ workKey }, index) => ({ ...byKey.get(workKey)!, record: records[index]! }));
}

function derivedColumns({
  title,
  titleSort,
  language,
}: ProductRecord): Record<(typeof DERIVED_COLUMNS)[number], string> {
  return { slug: slugOf(title), titleSort: titleSort ? foldForSearch(titleSort) : titleSortKey(title, language) };
}

function saveSubjects(db: Database, products: readonly SavedProduct[]): Promise<number[]> {
  const rows = products.flatMap(({ id, record }) =>
    subjectRows(record.subjects).map((row) => ({ productId: id, ...row })),
  );
  const others = ['subject', 'isDerived', 'position'];
  const history = { field: 'subjects', label: sql`stored.code`, order: 'stored.position' };
  return saveChildren(db, products, { history, table: productSubject, key: ['productId', 'code'], others, rows });
}

/** Where a feed names one series only, the others stay as they are. */
async function saveSeries(db: Database, products: readonly SavedProduct[]): Promise<number[]> {
  const silent = products.filter(({ isNew, record }) => !isNew && record.moreSeries === undefined);
  const stored = await listSeries(
    db,
    silent.map(({ id }) => id),
  );
  const places = products.flatMap(({ id, record: { series: first, moreSeries } }) => {
    const wanted = [...(first ? [first] : []), ...(moreSeries ?? stored.get(id)?.slice(1) ?? [])];
    const named = wanted.map((one) => ({ ...one, productId: id, slug: slugOf(one.name) }));
    return firstOfEach(named, ({ slug }) => slug).map((one, place) => ({ ...one, place }));
  });
  const ids = await saveNamed(db, series, places);
  const rows = places.map(({ productId, slug, number, place }) => {
    const position = seriesPosition(number);
    return { productId, seriesId: ids.get(slug)!, number, position, place };
  });
  const others = ['number', 'position', 'place'];
  const history = {
    field: 'series',
    label: sql`(SELECT name FROM ${series} AS s WHERE s.id = stored.series_id) || coalesce(' #' || stored.number, '')`,
    order: 'stored.place',
  };
  return saveChildren(db, products, { history, table: productSeries, key: ['productId', 'seriesId'], others, rows });
}

async function listSeries(db: Database, productIds: number[]): Promise<Map<number, SeriesPlace[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({ productId: productSeries.productId, name: series.name, number: productSeries.number })
    .from(productSeries)
    .innerJoin(series, eq(series.id, productSeries.seriesId))
    .where(isAmong(productSeries.productId, productIds))
    .orderBy(productSeries.place, series.id);
  return Map.groupBy(rows, ({ productId }) => productId);
}

/** The works that products are editions of; they stay as they are where a record does not speak of them. */
function saveWorks(db: Database, products: readonly SavedProduct[]): Promise<number[]> {
  const told = products.filter(({ record }) => record.works !== undefined);
  const rows = told.flatMap(({ id, record }) => [...new Set(record.works)].map((work) => ({ productId: id, work })));
  return saveChildren(db, told, { table: productWork, key: ['productId', 'work'], others: [], rows });
}
