import { sql } from 'drizzle-orm';
import { nameSortKey, slugOf } from '#domain/catalogue/text.ts';
import type { Database } from '../db/connection.ts';
import { columnTypes, rowsAsTable } from '../db/subqueries.ts';
import { contributor, productContributor } from '../db/tables.ts';
import type { ContributorFacts, SavedProduct } from './product-record.ts';
import { firstOfEach, saveChildren, saveNamed } from './save-rows.ts';

/** Saves the people of products. A person with one role twice is listed once, at the first place. */
export async function saveContributors(db: Database, products: readonly SavedProduct[]): Promise<number[]> {
  const people = products.flatMap(({ id, record }) =>
    record.contributors.map((one, position) => ({ ...one, productId: id, slug: slugOf(one.name), position })),
  );
  const named = firstOfEach(people, ({ slug }) => slug);
  const ids = await saveNamed(
    db,
    contributor,
    named.map(({ name, slug }) => ({ name, slug, nameSort: nameSortKey(name) })),
  );
  await saveFacts(db, people);
  const rows = people.map(({ productId, slug, role, position }) => {
    return { productId, contributorId: ids.get(slug)!, role, position };
  });
  return saveChildren(db, products, {
    history: {
      field: 'contributors',
      label: sql`(SELECT name FROM ${contributor} AS c WHERE c.id = stored.contributor_id) || ' (' || stored.role || ')'`,
      order: 'stored.position',
    },
    table: productContributor,
    key: ['productId', 'contributorId', 'role'],
    others: ['position'],
    rows: firstOfEach(rows, ({ productId, contributorId, role }) => `${productId} ${contributorId} ${role}`),
  });
}

type Facts = { isni?: string | undefined; orcid?: string | undefined; biography?: string | undefined; asOf?: string };

/** Saves what a feed says of people beyond their names; of two biographies the newer stays. */
async function saveFacts(db: Database, people: readonly ({ slug: string } & ContributorFacts)[]): Promise<void> {
  const told = new Map<string, Facts>();
  for (const { slug, biography, isni, orcid } of people) {
    if (!(biography || isni || orcid)) continue;
    const before = told.get(slug) ?? {};
    const isNewer = biography && (before.asOf === undefined || biography.asOf >= before.asOf);
    const text = isNewer ? { biography: biography.html, asOf: biography.asOf } : {};
    told.set(slug, { ...before, ...(isni && { isni }), ...(orcid && { orcid }), ...text });
  }
  if (told.size === 0) return;
  const types = columnTypes(contributor, ['slug', 'isni', 'orcid', 'biography']);
  const rows = [...told].map(([slug, facts]) => ({ slug, ...facts }));
  await db.execute(sql`UPDATE ${contributor} SET isni = fresh.isni, orcid = fresh.orcid, biography = fresh.biography,
      biography_at = fresh.biography_at
    FROM ${rowsAsTable({ ...types, asOf: 'timestamptz' }, rows)} AS given JOIN ${contributor} AS stored USING (slug)
      CROSS JOIN LATERAL (SELECT given.biography IS NOT NULL AND given.as_of >= coalesce(stored.biography_at, given.as_of) AS yes)
        AS is_newer
      CROSS JOIN LATERAL (SELECT coalesce(given.isni, stored.isni) AS isni, coalesce(given.orcid, stored.orcid) AS orcid,
        CASE WHEN is_newer.yes THEN given.biography ELSE stored.biography END AS biography,
        CASE WHEN is_newer.yes THEN given.as_of ELSE stored.biography_at END AS biography_at) AS fresh
    WHERE ${contributor.id} = stored.id AND (fresh.isni, fresh.orcid, fresh.biography, fresh.biography_at)
      IS DISTINCT FROM (stored.isni, stored.orcid, stored.biography, stored.biography_at)`);
}
