import type { Descriptive } from '#domain/catalogue/onix-record.ts';
import { firstOfEach } from '../catalogue/save-rows.ts';
import { workKeyOf } from '../catalogue/product-record.ts';
import type { Database } from '../db/connection.ts';
import { findCandidates, type Candidate, type StoredCandidates } from './find-candidates.ts';
import { evaluateOffer, isDescribed, variantOf } from './offer.ts';
import type { LinkedRecord } from './linked-record.ts';
import type { Plan } from './plan-records.ts';

/** The day in Malaysia, and where a sentence about a record goes that the operator should look at. */
export type LinkContext = {
  today: string;
  onReview: (plan: Plan, reason: string) => void;
};

/** Numbers of products that are yet to be written: above every id, in the order in which they are found to be missing. */
export const NEW_PRODUCTS = 2 ** 32;

export type NewProduct = { work: string; language: string };

/** Gives records their products, one after the other; returns the products that are to be written for them. */
export async function linkRecords(
  db: Database,
  records: readonly LinkedRecord[],
  context: LinkContext,
): Promise<Map<number, NewProduct>> {
  const described = records.flatMap((record) => {
    const { plan } = record;
    if (!isDescribed(plan.record)) return [];
    const { descriptive } = plan.record;
    return [{ record, descriptive, key: normalizedKey(descriptive) }];
  });
  const stored = await findCandidates(
    db,
    described.map(({ record, key }) => ({ ...record, key: key ?? null })),
  );
  const batch = new Batch(stored);
  for (const one of described) {
    reportSameIsbn(one.record, { batch, stored, context });
    one.record.productId = chooseProduct(one, { batch, stored, context });
    batch.add(one.record);
  }
  return batch.created;
}

type Described = { record: LinkedRecord; descriptive: Descriptive; key: string | undefined };
type Linking = { batch: Batch; stored: StoredCandidates; context: LinkContext };

/** What the batch's earlier records say, which the database does not know yet. */
class Batch {
  readonly created = new Map<number, NewProduct>();
  readonly #records = new Map<number, LinkedRecord>();
  readonly #byKey = new Map<string, LinkedRecord[]>();
  readonly #byWork = new Map<string, number>();
  readonly #languages: Map<number, string>;

  constructor({ languages }: StoredCandidates) {
    this.#languages = new Map(languages);
  }

  has(recordId: number): boolean {
    return this.#records.has(recordId);
  }

  add(record: LinkedRecord): void {
    this.#records.set(record.id, record);
    for (const key of keysOf(record)) this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), record]);
  }

  /** The earlier records that have one of these keys. */
  find(kind: 'identifier' | 'work' | 'related' | 'isbn', keys: readonly string[]): LinkedRecord[] {
    return keys.flatMap((key) => this.#byKey.get(`${kind} ${key}`) ?? []);
  }

  create({ work, language }: NewProduct): number {
    const id = NEW_PRODUCTS + this.created.size;
    this.created.set(id, { work, language });
    this.#byWork.set(work, id);
    this.#languages.set(id, language);
    return id;
  }

  productOfWork(work: string): number | undefined {
    return this.#byWork.get(work);
  }

  /** Whether an earlier record of this product names works. */
  namesWorks(productId: number): boolean {
    return [...this.#records.values()].some((one) => one.productId === productId && one.works.length > 0);
  }

  /** An edition in another language is a product of its own. */
  isOfLanguage(productId: number, language: string): boolean {
    const [one, other] = [this.#languages.get(productId) ?? 'und', language];
    return one === 'und' || other === 'und' || one.split('-')[0] === other.split('-')[0];
  }
}

function keysOf({ isbn, identifiers, works, related }: LinkedRecord): string[] {
  return [
    ...identifiers.map((key) => `identifier ${key}`),
    ...works.map((key) => `work ${key}`),
    ...related.map((key) => `related ${key}`),
    ...(isbn === null ? [] : [`isbn ${isbn}`]),
  ];
}

function reportSameIsbn({ id, isbn, plan }: LinkedRecord, { batch, stored, context }: Linking): void {
  if (isbn === null) return;
  const others = (stored.sameIsbn.get(isbn) ?? []).filter((one) => one.id !== id && !batch.has(one.id));
  const earlier = batch.find('isbn', [isbn]).map((one) => ({ reference: one.plan.record.reference }));
  for (const { reference } of [...others, ...earlier])
    context.onReview(plan, `The record ${reference} has the ISBN ${isbn} too; the later one is used.`);
}

/** Up to this rank the sender itself says that records are editions of one product. */
const LINKED = 2;

function chooseProduct(one: Described, linking: Linking): number | null {
  const { record, descriptive, key } = one;
  const { batch, context } = linking;
  const candidates = listCandidates(one, linking);
  const linked = candidates.filter(({ rank }) => rank <= LINKED);
  if (linked.length > 1)
    context.onReview(record.plan, `It is linked to ${linked.length} products of the shop; the first was taken.`);
  if (candidates[0]) return candidates[0].id;
  const { plan } = record;
  if (!isDescribed(plan.record)) return null;
  if (!variantOf(plan.record, evaluateOffer(plan.record, context.today), null)) return null;
  const isTaken = key !== undefined && (batch.productOfWork(key) ?? linking.stored.works.get(key)) !== undefined;
  if (isTaken)
    context.onReview(plan, `A product of the same title, contributor and language is another work; they stay apart.`);
  return batch.create({
    work: key === undefined || isTaken ? `onix record ${record.id}` : key,
    language: descriptive.language,
  });
}

/**
 * The products that a record may be an edition of, the surest first: of the same work; of a related edition; its own; that
 * of its ISBN; one of the same title, first contributor and language, unless both name works and these differ.
 */
function listCandidates({ record, descriptive, key }: Described, { batch, stored }: Linking): Candidate[] {
  const { identifiers, works, related, previousProductId } = record;
  const ranked = (rank: number, records: readonly LinkedRecord[]) =>
    records.flatMap(({ productId }) => (productId === null ? [] : { id: productId, rank }));
  const all: Candidate[] = [
    ...(stored.candidates.get(record.id) ?? []).filter(({ recordId }) => recordId === null || !batch.has(recordId!)),
    ...ranked(1, batch.find('work', works)),
    ...ranked(2, [...batch.find('identifier', related), ...batch.find('related', identifiers)]),
    ...(previousProductId === null ? [] : [{ id: previousProductId, rank: 3 }]),
    ...sameTitle({ record, key }, { batch, stored }),
  ].filter(({ id, rank }) => rank > LINKED || batch.isOfLanguage(id, descriptive.language));
  const sorted = all.toSorted((a, b) => a.rank - b.rank || a.id - b.id);
  return firstOfEach(sorted, ({ id }) => id);
}

function sameTitle(
  { record, key }: Pick<Described, 'record' | 'key'>,
  { batch, stored }: Pick<Linking, 'batch' | 'stored'>,
): Candidate[] {
  if (key === undefined) return [];
  const known = stored.works.get(key);
  const id = known?.id ?? batch.productOfWork(key);
  if (id === undefined) return [];
  const isOther =
    record.works.length > 0 &&
    (batch.namesWorks(id) || known?.recordsWithWorks.some((one) => one !== record.id && !batch.has(one)));
  return isOther ? [] : [{ id, rank: 5 }];
}

/** In bytes. Work keys are in a unique index, whose entries PostgreSQL bounds. */
const MAX_WORK_KEY_BYTES = 2000;

/** The key by which any import finds a product; none without a contributor, since titles alone are too alike. */
function normalizedKey(descriptive: Descriptive): string | undefined {
  if (descriptive.contributors.length === 0) return undefined;
  const key = workKeyOf(descriptive);
  return Buffer.byteLength(key) > MAX_WORK_KEY_BYTES ? undefined : key;
}
