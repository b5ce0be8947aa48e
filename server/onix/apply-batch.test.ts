import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isbn13CheckDigit } from '#domain/catalogue/isbn.ts';
import { expectIntegrity, testShop } from '../../tests/database.ts';
import { onixShop } from '../../tests/onix-shop.ts';
import { onixRecord, titleDetail, type OnixNode } from '../../tests/onix-writer.ts';
import { indexQueuedTexts } from '../catalogue/search-texts.ts';
import { databaseOn, withUnlimitedClients } from '../db/connection.ts';
import type { Services } from '../services.ts';
import { applyBatch } from './apply-batch.ts';
import { withMessages } from './open-message.ts';
import { readBatches } from './read-batches.ts';

const { write, importRecords, ...shop } = await onixShop();
const { db } = shop.deps;

/** Imports a message by so many connections that write at once. */
function importBy(count: number, { connect, deps }: Services, file: string): Promise<void> {
  return withUnlimitedClients(connect, count + 1, async ([reader, ...writers]) => {
    const connections = { reader: databaseOn(reader!), writers: writers.map(databaseOn) };
    const context = { today: '2026-11-29', actor: 'operator', onIssue: () => {} };
    await withMessages(file, async ([message]) => {
      for await (const { records } of readBatches(message!))
        await applyBatch(connections, message!, { batch: records, ...context });
    });
    await indexQueuedTexts(deps.db);
  });
}

/** The catalogue without ids, and without histories, which tell of ids. */
async function catalogue({ deps }: Pick<Services, 'deps'>): Promise<unknown[]> {
  const { rows } = await deps.db.execute(sql`
    SELECT r.reference, r.data_hash, r.deleted_at IS NULL AS current, v.isbn, v.format, v.list_price, v.is_listed, p.work_key,
      p.title, p.is_listed, s.list_price, s.formats, s.authors, s.series, t.document::text,
      ARRAY(SELECT c.name || pc.role FROM product_contributor pc JOIN contributor c ON c.id = pc.contributor_id
        WHERE pc.product_id = p.id ORDER BY pc.position) AS people
    FROM onix_record r LEFT JOIN variant v ON v.id = r.variant_id LEFT JOIN product p ON p.id = r.product_id
      LEFT JOIN search_entry s ON s.product_id = p.id LEFT JOIN search_text t ON t.product_id = p.id
    ORDER BY r.reference`);
  return rows;
}

/** Records that are a variant of another title, or one that another record is too. */
async function variantsOfOthers({ deps }: Pick<Services, 'deps'>): Promise<unknown[]> {
  const { rows } = await deps.db.execute(sql`
    SELECT r.reference FROM onix_record r JOIN variant v ON v.id = r.variant_id WHERE v.product_id IS DISTINCT FROM r.product_id
    UNION SELECT min(reference) FROM onix_record WHERE variant_id IS NOT NULL GROUP BY variant_id HAVING count(*) > 1`);
  return rows;
}

/** Records of few works, people and series, so that many have something in common, as they are in one message. */
const told = fc.record({
  work: fc.nat(250),
  form: fc.constantFrom('BB', 'BC'),
  /** Of the first of two records: they have each other's ISBN. */
  isSwapped: fc.boolean(),
  price: fc.constantFrom('39.90', '49.90', null),
  isDeleted: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
});
type Told = typeof told extends fc.Arbitrary<infer T> ? T : never;

function recordOf({ work, form, price, isDeleted }: Told, place: number, all: readonly Told[]) {
  const isSwapped = all[place & ~1]!.isSwapped;
  const first12 = `978${100_000_000 + (isSwapped ? place ^ 1 : place)}`;
  return onixRecord({
    reference: `ref-${place}`,
    notification: isDeleted ? '05' : '03',
    isbn: first12 + isbn13CheckDigit(first12),
    form,
    price,
    title: `Work ${work}`,
    author: `Author ${work % 120}`,
    descriptive: work % 4 === 0 ? [collection(`Series ${work % 60}`)] : [],
  });
}

const collection = (name: string): OnixNode => [
  'Collection',
  [
    ['CollectionType', '10'],
    titleDetail([
      ['TitleElementLevel', '02'],
      ['TitleText', name],
    ]),
  ],
];

test('two connections that write at once write what one writes', async () => {
  const others = await testShop();
  const size = { minLength: 300, maxLength: 400 };
  const messages = fc.tuple(fc.array(told, size), fc.array(told, size), fc.array(told, size));
  await fc.assert(
    fc.asyncProperty(messages, async (all) => {
      for (const { deps } of [shop, others])
        await deps.db.execute(sql`TRUNCATE product, contributor, series, onix_record RESTART IDENTITY CASCADE`);
      for (const [day, records] of all.entries()) {
        const file = write({ records: records.map(recordOf), sentAt: `2026110${day + 1}` });
        await importBy(1, shop, file);
        await importBy(2, others, file);
        expect(await catalogue(others)).toEqual(await catalogue(shop));
        expect(await variantsOfOthers(others)).toEqual([]);
      }
      await expectIntegrity(others.pool);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('a record that the database refuses among many is quarantined alone', async () => {
  await db.execute(sql`ALTER TABLE product ADD CONSTRAINT refused CHECK (title <> 'Refused')`);
  const titles = Array.from({ length: 400 }, (_, index) => (index === 300 ? 'Refused' : `Title ${index}`));
  const records = titles.map((title, index) =>
    onixRecord({ reference: `ref-${index}`, isbn: null, title, author: `Author ${index}` }),
  );
  const { issues, added } = await importRecords(records);
  await db.execute(sql`ALTER TABLE product DROP CONSTRAINT refused`);
  expect(added).toBe(399);
  expect(issues).toMatchObject([{ kind: 'quarantined', reference: 'ref-300' }]);
  const { rows } = await db.execute(sql`SELECT count(DISTINCT xmin::text)::int AS parts FROM onix_record`);
  expect(rows[0]!.parts).toBeGreaterThan(2);
});
