import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { isSold, type BookFormat } from '#domain/book-format.ts';
import type { Sen } from '#domain/money.ts';
import { nearestSubject } from '#domain/subjects.ts';
import { foldForSearch, nameSortKey, slugOf, titleSortKey } from '#domain/words.ts';
import type { Database } from '../db/connection.ts';
import {
  contributor,
  product,
  productContributor,
  productSeries,
  productSubject,
  series,
  variant,
} from '../db/tables.ts';

/** A title as a feed brings it, checked, with every edition of it. Prices in sen. */
export type TitleRecord = {
  /** What the title is found again by; without one, folded title, first contributor and language. */
  work?: string;
  title: string;
  subtitle: string;
  contributors: { name: string; role: string }[];
  language: string;
  description: string;
  published: string | null;
  publisher: string;
  imprint: string;
  subjects: string[];
  series: { name: string; number: string | null } | null;
  popularity: number;
  editions: EditionRecord[];
};
export type EditionRecord = {
  isbn: string | null;
  format: BookFormat;
  listPrice: Sen;
  memberPrice: Sen;
  stock: number;
  pages: number | null;
  published: string | null;
};

/** The key that says which records are the same title. */
export function workKeyOf(record: Pick<TitleRecord, 'work' | 'title' | 'contributors' | 'language'>): string {
  const { work, title, contributors, language } = record;
  return work || [foldForSearch(title), foldForSearch(contributors[0]?.name ?? ''), language].join('|');
}

/**
 * Writes a title and its editions, new or known by its work key, and answers its id. Editions are known by ISBN, one
 * without by its format among those without. `stock` is what is on the shelf now; formats that we do not sell have none. The same record twice changes nothing.
 */
export async function importTitle(db: Database, record: TitleRecord): Promise<number> {
  const productId = await saveProduct(db, record);
  await saveContributors(db, productId, record.contributors);
  await saveSubjects(db, productId, record.subjects);
  await saveSeries(db, productId, record.series);
  for (const edition of record.editions) await saveEdition(db, productId, edition);
  return productId;
}

async function saveProduct(db: Database, record: TitleRecord): Promise<number> {
  const { title, subtitle, language, description, published, publisher, imprint, popularity } = record;
  const facts = { title, subtitle, language, description, published, publisher, imprint, popularity };
  const derived = { slug: slugOf(title), titleSort: titleSortKey(title, language) };
  const [saved] = await db
    .insert(product)
    .values({ workKey: workKeyOf(record), ...facts, ...derived })
    .onConflictDoUpdate({ target: product.workKey, set: { ...facts, ...derived, updatedAt: sql`now()` } })
    .returning({ id: product.id });
  return saved!.id;
}

async function saveContributors(db: Database, productId: number, names: TitleRecord['contributors']): Promise<void> {
  await db.delete(productContributor).where(eq(productContributor.productId, productId));
  for (const [position, { name, role }] of names.entries()) {
    const slug = slugOf(name);
    const [saved] = await db
      .insert(contributor)
      .values({ slug, name, nameSort: nameSortKey(name) })
      .onConflictDoUpdate({ target: contributor.slug, set: { slug } })
      .returning({ id: contributor.id });
    await db
      .insert(productContributor)
      .values({ productId, contributorId: saved!.id, role, position })
      .onConflictDoNothing();
  }
}

async function saveSubjects(db: Database, productId: number, codes: readonly string[]): Promise<void> {
  const kept = [...new Set(codes)];
  await db
    .delete(productSubject)
    .where(
      and(eq(productSubject.productId, productId), kept.length > 0 ? notInArray(productSubject.code, kept) : undefined),
    );
  if (kept.length === 0) return;
  await db
    .insert(productSubject)
    .values(kept.map((code, position) => ({ productId, code, shelf: nearestSubject(code) ?? null, position })))
    .onConflictDoUpdate({
      target: [productSubject.productId, productSubject.code],
      set: { shelf: sql`excluded.shelf`, position: sql`excluded.position` },
    });
}

async function saveSeries(db: Database, productId: number, place: TitleRecord['series']): Promise<void> {
  await db.delete(productSeries).where(eq(productSeries.productId, productId));
  if (!place) return;
  const slug = slugOf(place.name);
  const [saved] = await db
    .insert(series)
    .values({ slug, name: place.name })
    .onConflictDoUpdate({ target: series.slug, set: { slug } })
    .returning({ id: series.id });
  const position = Math.round((Number.parseFloat(place.number ?? '') || 0) * 100);
  await db.insert(productSeries).values({ productId, seriesId: saved!.id, number: place.number, position });
}

async function saveEdition(db: Database, productId: number, edition: EditionRecord): Promise<void> {
  const { stock: copies, ...facts } = edition;
  const stock = isSold(edition.format) ? copies : 0;
  const known = await findEdition(db, productId, edition);
  if (!known) {
    await db.insert(variant).values({ ...facts, productId, stock, loaded: stock });
    return;
  }
  await db
    .update(variant)
    .set({ ...facts, productId, isListed: true, stock, loaded: sql`${variant.loaded} + ${stock} - ${variant.stock}` })
    .where(eq(variant.id, known));
}

async function findEdition(
  db: Database,
  productId: number,
  { isbn, format }: EditionRecord,
): Promise<number | undefined> {
  const unnumbered = and(eq(variant.productId, productId), eq(variant.format, format), isNull(variant.isbn));
  const same = isbn ? eq(variant.isbn, isbn) : unnumbered;
  const [found] = await db.select({ id: variant.id }).from(variant).where(same).limit(1);
  return found?.id;
}
