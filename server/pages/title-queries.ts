import {
  and,
  asc,
  arrayContains,
  countDistinct,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lte,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { AuthorHeading } from '#contract/pages.ts';
import { AUTHOR_ROLES } from '#domain/catalogue/contributor.ts';
import { newSince } from '#domain/catalogue/publication.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { product, productContributor, productSeries, searchEntry } from '../db/tables.ts';

/*
 * Lists of titles in an order of their own. Each reads its page along an index; totals are exact up to a bound, beyond which
 * nothing is counted or read.
 */

/** Titles up to here are counted and can be paged to. */
export const MAX_LISTED = 10_000;

/** Which part of a list is read. */
export type Part = { limit: number; offset: number };
/** `number`: in its series. `published`: as precise as it is known. */
export type FoundTitle = { id: number; number?: string | null; published?: string };
export type FoundTitles = { titles: FoundTitle[]; total: number };

/** The day in Malaysia now. */
export function today(): string {
  return dayInMalaysia(new Date().toISOString());
}

/** The volumes of a series by their numbers, those without one last. */
export async function listSeriesTitles(db: Database, seriesId: number, { limit, offset }: Part): Promise<FoundTitles> {
  const isVolume = eq(productSeries.seriesId, seriesId);
  const isEntry = eq(searchEntry.productId, productSeries.productId);
  const all = subquery
    .select({ id: searchEntry.productId })
    .from(productSeries)
    .innerJoin(searchEntry, isEntry)
    .where(isVolume);
  const [titles, total] = await Promise.all([
    db
      .select({ id: productSeries.productId, number: productSeries.number })
      .from(productSeries)
      .innerJoin(searchEntry, isEntry)
      .where(isVolume)
      .orderBy(productSeries.position, productSeries.productId)
      .limit(limit)
      .offset(offset),
    countUpTo(db, all.limit(MAX_LISTED).as('counted')),
  ]);
  return { titles, total };
}

/**
 * The titles that a person had a role in, the bestselling first. Their bound keeps the planner from looking for them among all
 * titles in the order of popularity.
 */
export async function listTitlesOfRole(
  db: Database,
  { contributorId, role }: { contributorId: number; role: string },
  { limit, offset }: Part,
): Promise<FoundTitle[]> {
  const own = subquery
    .select({ id: productContributor.productId })
    .from(productContributor)
    .where(and(eq(productContributor.contributorId, contributorId), eq(productContributor.role, role)))
    .limit(MAX_LISTED)
    .as('own');
  return db
    .select({ id: searchEntry.productId })
    .from(own)
    .innerJoin(searchEntry, eq(searchEntry.productId, own.id))
    .orderBy(desc(searchEntry.popularity), searchEntry.productId)
    .limit(limit)
    .offset(offset);
}

/** A role by the page that lists it; see `listedRole`. */
const listedRoleColumn = sql<string>`CASE WHEN ${inArray(productContributor.role, [...AUTHOR_ROLES])} THEN 'author'
  ELSE ${productContributor.role} END`;

/** The roles in which a person has titles in the shop, as an author first, then that with the most titles. */
export async function countRoles(db: Database, contributorId: number): Promise<AuthorHeading['roles']> {
  const counted = subquery
    .select({ role: listedRoleColumn.as('listed_role'), productId: productContributor.productId })
    .from(productContributor)
    .innerJoin(searchEntry, eq(searchEntry.productId, productContributor.productId))
    .where(eq(productContributor.contributorId, contributorId))
    .limit(MAX_LISTED)
    .as('counted');
  const titles = countDistinct(counted.productId);
  return db
    .select({ role: counted.role, count: titles })
    .from(counted)
    .groupBy(counted.role)
    .orderBy(desc(eq(counted.role, 'author')), desc(titles), counted.role);
}

/** The titles of an imprint, the bestselling first. */
export async function listImprintTitles(
  db: Database,
  { publisher, imprint }: { publisher: string; imprint: string },
  { limit, offset }: Part,
): Promise<FoundTitles> {
  const isOfImprint = and(
    eq(product.publisher, publisher),
    eq(product.imprint, imprint),
    ne(product.imprint, ''),
    eq(product.isListed, true),
  );
  const all = subquery.select({ id: product.id }).from(product).where(isOfImprint).limit(MAX_LISTED).as('counted');
  const [titles, total] = await Promise.all([
    db
      .select({ id: product.id })
      .from(product)
      .where(isOfImprint)
      .orderBy(desc(product.popularity), product.id)
      .limit(limit)
      .offset(offset),
    countUpTo(db, all),
  ]);
  return { titles, total };
}

const MAX_IMPRINTS = 60;

/** The imprints of a publisher by name. SQL, because the index is asked for one name after the other, not for every title. */
export async function listImprints(db: Database, publisher: string): Promise<string[]> {
  const { rows } = await db.execute<{ imprint: string }>(sql`
    WITH RECURSIVE found (imprint) AS (
      (SELECT imprint FROM ${product} WHERE publisher = ${publisher} AND imprint <> '' AND is_listed
        ORDER BY imprint LIMIT 1)
      UNION ALL
      SELECT (SELECT next.imprint FROM ${product} AS next WHERE next.publisher = ${publisher}
        AND next.imprint > found.imprint AND next.imprint <> '' AND next.is_listed ORDER BY next.imprint LIMIT 1)
      FROM found WHERE found.imprint IS NOT NULL
    )
    SELECT imprint FROM found WHERE imprint IS NOT NULL LIMIT ${MAX_IMPRINTS}`);
  return rows.map(({ imprint }) => imprint);
}

/** Dates compare as texts: one that is known less precisely comes before those within it. */
const isNew = (day: string) => and(gte(searchEntry.published, newSince(day)), lte(searchEntry.published, day));
const isForthcoming = (day: string) => gt(searchEntry.published, day);

/** What was published in the last months, the newest first. */
export function listNewTitles(db: Database, day: string, part: Part): Promise<FoundTitles> {
  return listByDate(db, isNew(day), { ...part, order: [desc(searchEntry.published), asc(searchEntry.productId)] });
}

/** What was published last; nothing is counted. */
export async function listNewestIds(db: Database, day: string, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: searchEntry.productId })
    .from(searchEntry)
    .where(and(gt(searchEntry.published, ''), lte(searchEntry.published, day)))
    .orderBy(desc(searchEntry.published), asc(searchEntry.productId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What is to be published, the soonest first. */
export function listForthcomingTitles(db: Database, day: string, part: Part): Promise<FoundTitles> {
  const order = [asc(searchEntry.published), desc(searchEntry.productId)];
  return listByDate(db, isForthcoming(day), { ...part, order });
}

async function listByDate(
  db: Database,
  where: SQL | undefined,
  { limit, offset, order }: Part & { order: SQL[] },
): Promise<FoundTitles> {
  const all = subquery.select({ id: searchEntry.productId }).from(searchEntry).where(where).limit(MAX_LISTED);
  const [titles, total] = await Promise.all([
    db
      .select({ id: searchEntry.productId, published: searchEntry.published })
      .from(searchEntry)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    countUpTo(db, all.as('counted')),
  ]);
  return { titles, total };
}

/** New titles beside the list of a subject. */
const NEWEST_OF_SUBJECT = 8;

export async function listNewestOfSubject(db: Database, code: string, day: string): Promise<number[]> {
  const rows = await db
    .select({ id: searchEntry.productId })
    .from(searchEntry)
    .where(and(isNew(day), arrayContains(searchEntry.subjects, [code])))
    .orderBy(desc(searchEntry.published), searchEntry.productId)
    .limit(NEWEST_OF_SUBJECT);
  return rows.map(({ id }) => id);
}

async function countUpTo(db: Database, counted: Parameters<Database['$count']>[0]): Promise<number> {
  return db.$count(counted);
}
