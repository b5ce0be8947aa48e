import { sql, type SQL } from 'drizzle-orm';
import { PRICE_RANGES, type Facets } from '#contract/products.ts';
import { isBookFormat } from '#domain/book-format.ts';
import { languageName, type Locale } from '#domain/locale.ts';
import { isSubject } from '#domain/subjects.ts';
import type { Database } from '../db/connection.ts';
import { contributor, searchEntry } from '../db/tables.ts';
import { words } from '../words.ts';
import { FACETS, type Conditions, type FacetName } from './conditions.ts';
import { COUNT_BOUND } from './find-hits.ts';

const MOST_AUTHORS = 12;

type Counted = { facet: FacetName; value: string; count: number; name: string | null };

/**
 * How many titles each further choice would show. A facet's counts leave its own choices out, so that several can be
 * taken together. Counting stops at a bound of matches.
 */
export async function findFacets(db: Database, conditions: Conditions, locale: Locale): Promise<Facets> {
  const { rows } = await db.execute<Counted>(sql`
    WITH base AS MATERIALIZED (
      SELECT subjects, formats, language, authors, list_price, ${flags(conditions)}
      FROM ${searchEntry} WHERE ${conditions.fixed} LIMIT ${COUNT_BOUND})
    SELECT counted.*, ${contributor.name} AS name FROM (
      ${countArray('subject', sql`subjects`)} UNION ALL
      ${countArray('format', sql`formats`)} UNION ALL
      ${countValue('language', sql`language`)} UNION ALL
      ${countValue('price', PRICE_RANGE)} UNION ALL
      (${countArray('author', sql`authors`)} ORDER BY count DESC, value LIMIT ${MOST_AUTHORS})
    ) AS counted LEFT JOIN ${contributor} ON counted.facet = 'author' AND ${contributor.slug} = counted.value
    ORDER BY count DESC, value`);
  return labelled(rows, locale);
}

const PRICE_RANGE = sql`CASE WHEN list_price < 2500 THEN '0-25' WHEN list_price < 5000 THEN '25-50'
  WHEN list_price < 10000 THEN '50-100' ELSE '100-' END`;

function flags(conditions: Conditions): SQL {
  return sql.join(
    FACETS.map((name) => sql`(${conditions.facets[name]}) AS ${sql.identifier(`is_${name}`)}`),
    sql`, `,
  );
}

function matchesOthers(name: FacetName): SQL {
  const others = FACETS.filter((other) => other !== name).map((other) => sql.identifier(`is_${other}`));
  return sql.join(others, sql` AND `);
}

function countArray(name: FacetName, column: SQL): SQL {
  return sql`SELECT ${sql.raw(`'${name}'`)} AS facet, value, count(*)::int AS count FROM base, unnest(${column}) AS value
    WHERE ${matchesOthers(name)} GROUP BY value`;
}

function countValue(name: FacetName, column: SQL): SQL {
  return sql`SELECT ${sql.raw(`'${name}'`)} AS facet, ${column} AS value, count(*)::int AS count FROM base
    WHERE ${matchesOthers(name)} GROUP BY 2`;
}

function labelled(rows: readonly Counted[], locale: Locale): Facets {
  const facets: Facets = { subject: [], format: [], language: [], author: [], price: [] };
  for (const { facet, value, count, name } of rows)
    facets[facet].push({ value, count, label: name ?? labelOf(facet, value, locale) });
  facets.price = PRICE_RANGES.flatMap((range) => facets.price.find((one) => one.value === range) ?? []);
  return facets;
}

function labelOf(facet: FacetName, value: string, locale: Locale): string {
  const t = words(locale);
  if (facet === 'subject' && isSubject(value)) return t(`common.subjects.${value}`);
  if (facet === 'format' && isBookFormat(value)) return t(`common.formats.${value}`);
  if (facet === 'language') return languageName(value, locale);
  if (facet === 'price') return value.endsWith('-') ? `RM ${value.slice(0, -1)}+` : `RM ${value.replace('-', '–')}`;
  return value;
}
