import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { expectIntegrity, testShop } from '../../tests/database.ts';
import { interruptCommand } from '../../tests/interrupted-command.ts';
import { onixMessage, onixRecord } from '../../tests/onix-writer.ts';
import { commandsIn } from '../../tests/run-command.ts';
import type { Services } from '../services.ts';
import { ONIX_BATCH_SIZE as BATCH } from './read-batches.ts';

const WORKS = BATCH * 1.5;

const folder = mkdtempSync(join(inject('cluster').folder, 'interrupted-'));
const file = join(folder, 'message.xml');
const records = Array.from({ length: WORKS * 2 }, (_, index) => {
  const title = `Work ${index % WORKS}`;
  const form = index < WORKS ? 'BC' : 'BB';
  return onixRecord({ reference: `ref-${index}`, isbn: null, title, form, author: `Author ${index % 7}` });
});
writeFileSync(file, onixMessage({ records }));

/** The catalogue without the numbers and times that depend on how often an import was started. */
async function catalogue({ deps: { db } }: Services): Promise<unknown> {
  const { rows } = await db.execute(sql`
    SELECT r.reference, r.position, r.data, v.format, v.list_price, v.is_listed, p.title, p.work_key, t.document, s.formats
    FROM onix_record r JOIN variant v ON v.id = r.variant_id JOIN product p ON p.id = v.product_id
      LEFT JOIN search_entry s ON s.product_id = p.id AND r.product_id = p.id LEFT JOIN search_text t ON t.product_id = s.product_id
    ORDER BY r.position`);
  return rows;
}

const countRecords = ({ deps: { db } }: Services) => db.$count(sql`onix_record`);

test('an import that is killed leaves a consistent shop, and the next run completes it', async () => {
  const [whole, interrupted] = [await testShop(), await testShop()];
  await commandsIn(whole)('import', 'onix', file);
  const at = { table: 'onix_record', when: `NEW.position = ${BATCH + 20}` };
  const command = { words: ['import', 'onix', file], folder, at };
  await interruptCommand(interrupted, { ...command, signal: 'SIGKILL' });
  const left = await countRecords(interrupted);
  // The second batch's other part may have been written.
  expect(left).toBeGreaterThanOrEqual(BATCH);
  expect(left).toBeLessThan(2 * BATCH);
  await expectIntegrity(interrupted.pool);
  const { code, said } = await interruptCommand(interrupted, { ...command, signal: 'SIGINT' });
  expect(said).toContain(
    `Stopped: ${2 * BATCH} of about ${records.length} records are dealt with, each completely. Run the same command again to go on.`,
  );
  expect(code).toBe(1);
  expect(await countRecords(interrupted)).toBe(2 * BATCH);
  await expectIntegrity(interrupted.pool);
  const { data } = await commandsIn(interrupted)('import', 'onix', file);
  expect(data).toMatchObject({ read: records.length, unchanged: 2 * BATCH, added: BATCH, quarantined: 0 });
  expect(await catalogue(interrupted)).toEqual(await catalogue(whole));
  await expectIntegrity(interrupted.pool);
}, 300_000);
