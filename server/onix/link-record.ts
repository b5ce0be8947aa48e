import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { importProduct, workKeyOf } from '../catalogue/import-products.ts';
import type { Database } from '../db/connection.ts';
import { onixRecord, product, variant } from '../db/tables.ts';
import {
  evaluateOffer,
  isDescribed,
  productFactsOf,
  variantOf,
  type DescribedRecord,
  type ProductFacts,
} from './offer.ts';
import type { Plan, SavingPlan } from './plan-records.ts';

/** The day in Malaysia, and where a sentence about a record goes that the operator should look at. */
export type ApplyContext = { today: string; onReview: (plan: Plan, reason: string) => void };

/** A record as it was stored, with the keys by which editions of one product find each other. */
export type SavedRecord = Pick<
  typeof onixRecord.$inferSelect,
  'id' | 'productId' | 'identifiers' | 'works' | 'related'
>;

type Linking = ApplyContext & { saved: SavedRecord; plan: SavingPlan };

/** Gives a record its product; returns the ids of the products that it came to and left. */
export async function linkRecord(db: Database, { saved, plan, today, onReview }: Linking): Promise<number[]> {
  const { record } = plan;
  if (!isDescribed(record)) return [];
  await reportSameIsbn(db, { saved, plan, onReview });
  const facts = productFactsOf(record);
  const key = normalizedKey(facts);
  const candidates = await findProducts(db, { saved, isbn: record.isbn, key, language: facts.language });
  const linked = new Set(candidates.filter(({ rank }) => rank <= LINKED).map(({ id }) => id));
  if (linked.size > 1) onReview(plan, `It is linked to ${linked.size} products of the shop; the first was taken.`);
  const chosen = candidates[0]?.id ?? (await createProduct(db, { record, facts, key, saved, today, plan, onReview }));
  if (chosen === undefined) return [];
  if (chosen !== saved.productId)
    await db.update(onixRecord).set({ productId: chosen }).where(eq(onixRecord.id, saved.id));
  return saved.productId === null ? [chosen] : [chosen, saved.productId];
}

async function reportSameIsbn(db: Database, { saved, plan, onReview }: Omit<Linking, 'today'>): Promise<void> {
  const { isbn } = plan.record;
  if (isbn === null) return;
  const others = await db
    .select({ reference: onixRecord.reference })
    .from(onixRecord)
    .where(and(eq(onixRecord.isbn, isbn), ne(onixRecord.id, saved.id), isNull(onixRecord.deletedAt)));
  for (const { reference } of others)
    onReview(plan, `The record ${reference} has the ISBN ${isbn} too; the later one is used.`);
}

/** Up to this rank the sender itself says that records are editions of one product. */
const LINKED = 2;

type Candidate = { id: number; rank: number };

/**
 * The products that a record may be an edition of, the surest first: of the same work; of a related edition; its own; that
 * of its ISBN; one of the same title, first contributor and language, unless both name works and these differ. An edition in
 * another language is a product of its own.
 */
async function findProducts(
  db: Database,
  {
    saved,
    isbn,
    key,
    language,
  }: { saved: SavedRecord; isbn: string | null; key: string | undefined; language: string },
): Promise<Candidate[]> {
  const [identifiers, works, related] = [saved.identifiers, saved.works, saved.related].map((keys) => sql.param(keys));
  const relatedIsbns = sql.param(saved.related.flatMap((one) => /^(?:15|03):(\d{13})$/.exec(one)?.[1] ?? []));
  const { rows } = await db.execute<Candidate>(sql`
    SELECT product_id AS id, min(rank) AS rank FROM (
      SELECT product_id, 1 AS rank FROM ${onixRecord} WHERE works && ${works}::text[] AND id <> ${saved.id}
      UNION ALL SELECT product_id, 2 FROM ${onixRecord}
        WHERE (identifiers && ${related}::text[] OR related && ${identifiers}::text[]) AND id <> ${saved.id}
      UNION ALL SELECT product_id, 2 FROM ${variant} WHERE isbn = ANY(${relatedIsbns}::text[])
      UNION ALL SELECT ${saved.productId}::int, 3
      UNION ALL SELECT product_id, 4 FROM ${variant} WHERE isbn = ${isbn}
      UNION ALL SELECT id, 5 FROM ${product} WHERE work_key = ${key ?? null} AND NOT EXISTS (
        SELECT FROM ${onixRecord} r WHERE r.product_id = ${product.id} AND r.works <> '{}' AND ${works}::text[] <> '{}')
    ) AS candidate JOIN ${product} ON ${product.id} = product_id
    WHERE rank > ${LINKED} OR 'und' IN (${language}, ${product.language})
      OR split_part(${product.language}, '-', 1) = split_part(${language}, '-', 1)
    GROUP BY product_id ORDER BY min(rank), product_id`);
  return rows;
}

/** In bytes. Work keys are in a unique index, whose entries PostgreSQL bounds. */
const MAX_WORK_KEY_BYTES = 2000;

/** The key by which any import finds a product; none without a contributor, since titles alone are too alike. */
function normalizedKey(facts: ProductFacts): string | undefined {
  if (facts.contributors.length === 0) return undefined;
  const key = workKeyOf(facts);
  return Buffer.byteLength(key) > MAX_WORK_KEY_BYTES ? undefined : key;
}

type NewProduct = Linking & { record: DescribedRecord; facts: ProductFacts; key: string | undefined };

/** Creates a record's product, if the record is sold here. */
async function createProduct(
  db: Database,
  { record, facts, key, ...context }: NewProduct,
): Promise<number | undefined> {
  const { saved, plan, today, onReview } = context;
  const edition = variantOf(record, evaluateOffer(record, today), null);
  if (!edition) return undefined;
  const isTaken = key !== undefined && (await db.$count(product, eq(product.workKey, key))) > 0;
  if (isTaken)
    onReview(plan, `A product of the same title, contributor and language is another work; they stay apart.`);
  const work = key === undefined || isTaken ? `onix record ${saved.id}` : key;
  const { id } = await importProduct(db, { ...facts, work, published: edition.published, popularity: 0, variants: [] });
  return id;
}
