import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { variant } from '../db/tables.ts';
import type { VariantRecord } from './product-record.ts';

/** A product with the editions that a feed names. `isChanged` where something of it was written. */
export type VariantOwner = {
  productId: number;
  isNew: boolean;
  isChanged: boolean;
  variants: readonly VariantRecord[];
};

/** A variant as a record makes it. `previousProductId` is where it was before. */
export type MatchedVariant = {
  id: number;
  productId: number;
  previousProductId: number;
  isNew: boolean;
  record: VariantRecord;
};

type KnownVariant = Pick<MatchedVariant, 'id' | 'productId'> & { isbn: string | null; format: string };

/**
 * Finds the variants that records are: first by their ISBNs; then by its id, unless another record is that one; without both by its
 * format among the product's variants without an ISBN. The others become new ones. Where two records are one variant, the later counts.
 */
export async function matchVariants(
  db: Database,
  owners: readonly VariantOwner[],
): Promise<{ matched: MatchedVariant[]; claims: number[][] }> {
  const known = await listKnownVariants(db, owners);
  const shelf = new Shelf(known);
  const isbns = new Set(known.map(({ isbn }) => isbn));
  const wanted = owners.map(({ productId, variants }) => variants.map((record) => ({ productId, record })));
  const [found, others] = [true, false].map((isKnown) =>
    wanted.flat().filter(({ record: { isbn } }) => (isbn !== null && isbns.has(isbn)) === isKnown),
  );
  const claims = new Map([...found!, ...others!].map((one) => [one, shelf.claim(one.productId, one.record)]));
  const ids = await nextVariantIds(db, shelf.claimed.filter(({ isNew }) => isNew).length);
  for (const one of shelf.claimed) if (one.isNew) one.id = ids.pop()!;
  return { matched: shelf.claimed, claims: wanted.map((owned) => owned.map((one) => claims.get(one)!.id)) };
}

/** The variants of a batch by what they are found by, as each record leaves them. */
class Shelf {
  readonly claimed: MatchedVariant[] = [];
  readonly #byId = new Map<number, KnownVariant>();
  readonly #byIsbn = new Map<string, KnownVariant>();
  readonly #bare = new Map<string, KnownVariant[]>();
  readonly #matches = new Map<KnownVariant, MatchedVariant>();

  constructor(known: readonly KnownVariant[]) {
    for (const one of known) {
      this.#byId.set(one.id, one);
      this.#place(one);
    }
  }

  claim(productId: number, record: VariantRecord): MatchedVariant {
    const found = this.#find(productId, record);
    const one = found ?? { id: 0, productId, isbn: null, format: '' };
    if (found) this.#remove(found);
    const match = this.#matches.get(one) ?? {
      id: one.id,
      productId,
      previousProductId: one.productId,
      isNew: !found,
      record,
    };
    if (!this.#matches.has(one)) this.claimed.push(match);
    this.#matches.set(one, Object.assign(match, { productId, record }));
    this.#place(Object.assign(one, { productId, isbn: record.isbn, format: record.format }));
    return match;
  }

  #find(productId: number, { id, isbn, format }: VariantRecord): KnownVariant | undefined {
    const byIsbn = isbn === null ? undefined : this.#byIsbn.get(isbn);
    if (byIsbn || id === null) return byIsbn;
    if (id !== undefined) return this.#unclaimed(id);
    return isbn === null ? this.#bare.get(`${productId} ${format}`)?.[0] : undefined;
  }

  #unclaimed(id: number): KnownVariant | undefined {
    const one = this.#byId.get(id);
    return one && !this.#matches.has(one) ? one : undefined;
  }

  #place(one: KnownVariant): void {
    if (one.isbn !== null) this.#byIsbn.set(one.isbn, one);
    else this.#bare.set(keyOf(one), [...(this.#bare.get(keyOf(one)) ?? []), one].toSorted(byAge));
  }

  #remove(one: KnownVariant): void {
    if (one.isbn !== null) this.#byIsbn.delete(one.isbn);
    else
      this.#bare.set(
        keyOf(one),
        this.#bare.get(keyOf(one))!.filter((other) => other !== one),
      );
  }
}

/** New variants, which have no id yet, come last. */
function byAge(one: KnownVariant, other: KnownVariant): number {
  return (one.id || Number.MAX_SAFE_INTEGER) - (other.id || Number.MAX_SAFE_INTEGER);
}

function keyOf({ productId, format }: KnownVariant): string {
  return `${productId} ${format}`;
}

async function listKnownVariants(db: Database, owners: readonly VariantOwner[]): Promise<KnownVariant[]> {
  const records = owners.flatMap(({ variants }) => variants);
  const isbns = records.flatMap(({ isbn }) => isbn ?? []);
  const ids = records.flatMap(({ id }) => id ?? []);
  const products = owners.flatMap(({ productId, isNew }) => (isNew ? [] : productId));
  const { rows } = await db.execute<KnownVariant>(sql`
    SELECT id, product_id AS "productId", isbn, format FROM ${variant} WHERE isbn = ANY(${sql.param(isbns)}::text[])
    UNION SELECT id, product_id, isbn, format FROM ${variant} WHERE id = ANY(${sql.param(ids)}::int[])
    UNION SELECT id, product_id, isbn, format FROM ${variant}
      WHERE product_id = ANY(${sql.param(products)}::int[]) AND isbn IS NULL
    ORDER BY id`);
  return rows;
}

/** Ids for new variants, the last first. */
async function nextVariantIds(db: Database, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT nextval(sequence)::int AS id
    FROM pg_get_serial_sequence('variant', 'id') AS sequence, generate_series(1, ${count}) ORDER BY 1 DESC`);
  return rows.map(({ id }) => id);
}
