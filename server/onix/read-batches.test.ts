import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { onixMessage, onixRecord } from '../../tests/onix-writer.ts';
import { withMessages, type Message } from './open-message.ts';
import { makeBatches, ONIX_BATCH_SIZE, readBatches, type RecordBatch } from './read-batches.ts';

const folder = mkdtempSync(join(inject('cluster').folder, 'batches-'));
const file = join(folder, 'message.xml');

async function open(): Promise<Message> {
  const records = Array.from({ length: ONIX_BATCH_SIZE * 2 + 3 }, (_, index) => {
    if (index === 5) return '<Product><RecordReference>broken';
    const note = index === 7 ? { isbn: '9780000000000' } : {};
    return onixRecord({ reference: `ref-${index === 1500 ? 1499 : index}`, title: `Té "${index}"`, ...note });
  });
  writeFileSync(file, onixMessage({ records }));
  return withMessages(file, ([message]) => Promise.resolve(message!));
}

async function collect(batches: AsyncIterable<RecordBatch>): Promise<RecordBatch[]> {
  const all = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

test('a thread reads the same batches, broken and repeated records included', async () => {
  const message = await open();
  const batches = await collect(readBatches(message));
  expect(batches).toEqual(await collect(makeBatches(message)));
  expect(batches.map(({ read }) => read)).toEqual([1000, 500, 503]);
  expect(batches[0]!.rejected).toMatchObject([{ reference: 'broken' }]);
  expect(batches[0]!.records.flatMap(({ notes }) => notes)).toHaveLength(1);
});

test('what fails in the thread fails the reading', async () => {
  const message = await open();
  rmSync(file);
  await expect(collect(readBatches(message))).rejects.toThrow('ENOENT');
});
