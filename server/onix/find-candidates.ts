import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { rowsAsTable } from '../db/subqueries.ts';
import { onixRecord, product, variant } from '../db/tables.ts';
import type { LinkedRecord } from './linked-record.ts';

/** A product that a record may be an edition of; the lower its rank, the surer. `recordId` is the stored record that says so. */
export type Candidate = { id: number; rank: number; recordId?: number | null };

/** What the database knows of the products of a batch's records, as it was before the batch. */
export type StoredCandidates = {
  /** By the ids of the batch's records. */
  candidates: Map<number, Candidate[]>;
  /** Products by their work keys, with those of their records that name works. */
  works: Map<string, { id: number; recordsWithWorks: number[] }>;
  /** Records that are not deleted, by their ISBNs. */
  sameIsbn: Map<string, { id: number; reference: string }[]>;
  languages: Map<number, string>;
};

type Wanted = Omit<LinkedRecord, 'plan'> & { key: string | null };

/** Finds what a batch's records may belong to, in three statements for all of them. */
export async function findCandidates(db: Database, records: readonly Wanted[]): Promise<StoredCandidates> {
  const found = await listCandidates(db, records);
  const works = await listWorks(
    db,
    records.flatMap(({ key }) => key ?? []),
  );
  const isbns = records.flatMap(({ isbn }) => isbn ?? []);
  const { rows: sameIsbn } = await db.execute<{ id: number; isbn: string; reference: string }>(sql`
    SELECT id, isbn, reference FROM ${onixRecord}
    WHERE isbn = ANY(${sql.param(isbns)}::text[]) AND deleted_at IS NULL ORDER BY id`);
  return {
    candidates: Map.groupBy(found, ({ record }) => record),
    works: new Map(works.map(({ key, ...one }) => [key, one])),
    sameIsbn: Map.groupBy(sameIsbn, ({ isbn }) => isbn),
    languages: new Map(found.map(({ id, language }) => [id, language])),
  };
}

const COLUMNS = {
  id: 'integer',
  isbn: 'text',
  identifiers: 'text[]',
  works: 'text[]',
  related: 'text[]',
  relatedIsbns: 'text[]',
  previousProductId: 'integer',
};

type FoundCandidate = Candidate & { record: number; language: string };

/**
 * Each part finds its rows by an index; records of empty lists are left out first. Products are looked up one by one: candidates are
 * expected to be far more than they are.
 */
async function listCandidates(db: Database, records: readonly Wanted[]): Promise<FoundCandidate[]> {
  const rows = records.map((record) => ({ ...record, relatedIsbns: isbnsOf(record.related) }));
  const { rows: found } = await db.execute<FoundCandidate>(sql`
    WITH given AS MATERIALIZED ${rowsAsTable(COLUMNS, rows)}
    SELECT given_id AS record, product_id AS id, rank, record_id AS "recordId", p.language FROM (
      SELECT g.id AS given_id, r.product_id, 1 AS rank, r.id AS record_id
        FROM given g JOIN ${onixRecord} r ON r.works && g.works AND r.works <> '{}' AND r.id <> g.id WHERE g.works <> '{}'
      UNION ALL SELECT g.id, r.product_id, 2, r.id
        FROM given g JOIN ${onixRecord} r ON r.identifiers && g.related AND r.id <> g.id WHERE g.related <> '{}'
      UNION ALL SELECT g.id, r.product_id, 2, r.id
        FROM given g JOIN ${onixRecord} r ON r.related && g.identifiers AND r.related <> '{}' AND r.id <> g.id WHERE g.identifiers <> '{}'
      UNION ALL SELECT g.id, v.product_id, 2, NULL
        FROM given g CROSS JOIN unnest(g.related_isbns) AS isbn JOIN ${variant} v ON v.isbn = isbn.isbn
      UNION ALL SELECT g.id, g.previous_product_id, 3, NULL FROM given g
      UNION ALL SELECT g.id, v.product_id, 4, NULL FROM given g JOIN ${variant} v ON v.isbn = g.isbn
    ) AS candidate CROSS JOIN LATERAL (SELECT language FROM ${product} WHERE id = product_id LIMIT 1) AS p`);
  return found;
}

function isbnsOf(related: readonly string[]): string[] {
  return related.flatMap((one) => /^(?:15|03):(\d{13})$/.exec(one)?.[1] ?? []);
}

async function listWorks(db: Database, keys: readonly string[]) {
  const { rows } = await db.execute<{ key: string; id: number; recordsWithWorks: number[] }>(sql`
    SELECT p.work_key AS key, p.id,
      ARRAY(SELECT r.id FROM ${onixRecord} r WHERE r.product_id = p.id AND r.works <> '{}') AS "recordsWithWorks"
    FROM ${product} p WHERE p.work_key = ANY(${sql.param([...keys])}::text[])`);
  return rows;
}
