import { and, eq, isNull, lte, notInArray, or } from 'drizzle-orm';
import { slugOf } from '#domain/catalogue/text.ts';
import type { Database } from '../db/connection.ts';
import { contributor, productWork } from '../db/tables.ts';

/** What a feed says of a person; `asOf` is when it said so (ISO 8601). A biography is safe HTML. */
export type ContributorFacts = {
  biography?: { html: string; asOf: string };
  isni?: string;
  orcid?: string;
};

/** Saves what a feed says of people beyond their names; of two biographies the newer stays. */
export async function saveBiographies(
  db: Database,
  people: readonly ({ name: string } & ContributorFacts)[],
): Promise<void> {
  for (const { name, biography, isni, orcid } of people) {
    const isPerson = eq(contributor.slug, slugOf(name));
    if (isni ?? orcid)
      await db
        .update(contributor)
        .set({ ...(isni && { isni }), ...(orcid && { orcid }) })
        .where(isPerson);
    if (!biography) continue;
    const asOf = new Date(biography.asOf);
    await db
      .update(contributor)
      .set({ biography: biography.html, biographyAt: asOf })
      .where(and(isPerson, or(isNull(contributor.biographyAt), lte(contributor.biographyAt, asOf))));
  }
}

/** Saves the works that a product is an edition of; undefined leaves them as they are. */
export async function saveWorks(db: Database, productId: number, works: readonly string[] | undefined): Promise<void> {
  if (works === undefined) return;
  const wanted = [...new Set(works)];
  const isOther = wanted.length > 0 ? notInArray(productWork.work, wanted) : undefined;
  await db.delete(productWork).where(and(eq(productWork.productId, productId), isOther));
  if (wanted.length === 0) return;
  await db
    .insert(productWork)
    .values(wanted.map((work) => ({ productId, work })))
    .onConflictDoNothing();
}
