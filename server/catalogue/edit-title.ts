import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import type { saveTitle as contract } from '#contract/admin-catalogue.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import type { Locale } from '#domain/locale.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { requireFound, throwApiError, throwFieldError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { onixRecord, product, variant } from '../db/tables.ts';
import { lockCatalogueAsEditor, writeProducts, type Editor } from './import-products.ts';
import { updateListing } from './import-variants.ts';
import {
  contributorsColumn,
  isOwnVariant,
  seriesColumn,
  subjectCodesColumn,
  variantColumns,
} from './product-columns.ts';
import type { ProductRecord, VariantRecord } from './product-record.ts';
import { indexProducts } from './search-index.ts';

/** What staff edit of a title; prices in RM. */
export type TitleChanges = BodyOf<typeof contract>;

const sources = subquery
  .select({
    value: jsonArray(
      { sender: onixRecord.sender, reference: onixRecord.reference, sentAt: onixRecord.sentAt },
      onixRecord.id,
    ),
  })
  .from(onixRecord)
  .where(and(eq(onixRecord.variantId, variant.id), isNull(onixRecord.deletedAt)));

const titleColumns = {
  id: product.id,
  slug: product.slug,
  isListed: product.isListed,
  workKey: product.workKey,
  titleSort: product.titleSort,
  popularity: product.popularity,
  title: product.title,
  subtitle: product.subtitle,
  language: product.language,
  description: product.description,
  published: product.published,
  publisher: product.publisher,
  imprint: product.imprint,
  contributors: contributorsColumn,
  series: seriesColumn,
  subjects: subjectCodesColumn,
  formats: valueOf(
    subquery
      .select({
        value: jsonArray({ ...variantColumns, isListed: variant.isListed, sources: valueOf(sources) }, variant.id),
      })
      .from(variant)
      .where(isOwnVariant),
  ),
};

export type StoredTitle = Awaited<ReturnType<typeof requireTitle>>;

/** A title as staff edit it, with the formats that are not listed. Throws `not_found`. */
export async function requireTitle(db: Database, id: number) {
  const [found] = await db.select(titleColumns).from(product).where(eq(product.id, id));
  return requireFound(found);
}

/** What staff edit of a title, as they send it back. */
export function editableTitle(stored: StoredTitle): Omit<TitleChanges, 'version'> {
  const { id, title, subtitle, language, description, published, publisher, imprint } = stored;
  return {
    id,
    title,
    subtitle,
    language,
    description,
    published,
    publisher,
    imprint,
    contributors: stored.contributors.map(({ name, role }) => ({ name, role })),
    series: stored.series.map(({ name, number }) => ({ name, number })),
    subjects: stored.subjects,
    formats: stored.formats.map(({ listPrice, memberPrice, isListed, ...format }) => ({
      id: format.id,
      isbn: format.isbn,
      format: format.format,
      list_price: ringgitFromSen(listPrice),
      member_price: ringgitFromSen(memberPrice),
      pages: format.pages,
      published: format.published,
      embargo: format.embargo,
      expected: format.expected,
      availability: format.availability,
      is_listed: isListed,
    })),
  };
}

/**
 * Changes whenever something changes that staff edit, whoever writes it. A hash of what they see rather than a counter, because
 * imports write the tables of a title by the thousand.
 */
export function versionOf(stored: StoredTitle): string {
  return createHash('sha256')
    .update(JSON.stringify(editableTitle(stored)))
    .digest('hex')
    .slice(0, 32);
}

/**
 * Saves a title as imports save theirs, with its search entry, in the caller's transaction. Returns its new version. Throws
 * `not_found`, `edited_meanwhile`, and `invalid` for an ISBN that is wrong or another format's.
 */
export async function saveTitle(
  tx: Database,
  changes: TitleChanges,
  { locale, ...editor }: Editor & { locale: Locale },
): Promise<string> {
  await lockCatalogueAsEditor(tx, editor);
  const stored = await requireTitle(tx, changes.id);
  if (versionOf(stored) !== changes.version) throwApiError('edited_meanwhile');
  const formats = await readFormats(tx, stored, changes.formats, locale);
  await writeProducts(tx, [toRecord(stored, changes, formats)]);
  const withdrawn = changes.formats.flatMap(({ id, is_listed: isListed }) => (isListed || id === null ? [] : id));
  await updateListing(tx, [stored.id], withdrawn);
  await indexProducts(tx, [stored.id]);
  return versionOf(await requireTitle(tx, stored.id));
}

type FormatChanges = TitleChanges['formats'][number];

/** The formats that are on sale, with their ISBNs as they are stored. */
async function readFormats(
  tx: Database,
  { formats: known }: StoredTitle,
  formats: readonly FormatChanges[],
  locale: Locale,
): Promise<VariantRecord[]> {
  const given = formats.map(({ id }) => id).filter((id) => id !== null);
  const isWhole = new Set(given).size === given.length && known.every(({ id }) => given.includes(id));
  if (!isWhole || given.length !== known.length) throwFieldError(locale, 'formats', 'invalid');
  const isbns = formats.map(({ isbn }) => (isbn === null ? null : parseIsbn(isbn)));
  const wrong = isbns.findIndex(
    (isbn, place) => isbn === undefined || (isbn !== null && isbns.indexOf(isbn) !== place),
  );
  if (wrong !== -1) throwFieldError(locale, `formats.${wrong}.isbn`, 'invalid');
  const owners = await findOwners(
    tx,
    isbns.filter((isbn) => typeof isbn === 'string'),
  );
  const taken = isbns.findIndex((isbn, place) => isbn && owners.has(isbn) && owners.get(isbn) !== formats[place]!.id);
  if (taken !== -1) throwFieldError(locale, `formats.${taken}.isbn`, 'invalid');
  return formats.flatMap((one, place) => (one.is_listed || one.id === null ? toVariant(one, isbns[place]!) : []));
}

async function findOwners(tx: Database, isbns: readonly string[]): Promise<Map<string, number>> {
  if (isbns.length === 0) return new Map();
  const rows = await tx
    .select({ id: variant.id, isbn: variant.isbn })
    .from(variant)
    .where(inArray(variant.isbn, [...isbns]));
  return new Map(rows.map(({ id, isbn }) => [isbn!, id]));
}

function toVariant({ id, format, pages, published, ...rest }: FormatChanges, isbn: string | null): VariantRecord {
  return {
    id,
    isbn,
    format,
    pages,
    published,
    listPrice: senFromRinggit(rest.list_price),
    memberPrice: senFromRinggit(rest.member_price),
    stock: null,
    availability: rest.availability,
    embargo: rest.embargo,
    expected: rest.expected,
  };
}

/** What staff do not edit stays as it is. */
function toRecord(stored: StoredTitle, changes: TitleChanges, variants: VariantRecord[]): ProductRecord {
  const { title, subtitle, description, published, publisher, imprint, contributors, subjects } = changes;
  const language = Intl.getCanonicalLocales(changes.language)[0]!;
  const isSorted = title === stored.title && language === stored.language;
  const [series = null, ...moreSeries] = changes.series;
  return {
    title,
    subtitle,
    language,
    description,
    published,
    publisher,
    imprint,
    contributors,
    subjects,
    series,
    moreSeries,
    variants,
    work: stored.workKey,
    popularity: stored.popularity,
    ...(isSorted && { titleSort: stored.titleSort }),
  };
}
