import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { onixMessage, onixRecord } from '../../tests/onix-writer.ts';
import { withBatchesTwice, type BatchesTwice } from './batches-twice.ts';
import { withMessages, type Message } from './open-message.ts';
import { makeBatches, ONIX_BATCH_SIZE, type RecordBatch } from './read-batches.ts';

const folder = mkdtempSync(join(inject('cluster').folder, 'twice-'));

/** A message of three batches, and one of a single one. */
async function openMessages(): Promise<readonly Message[]> {
  const made = mkdtempSync(join(folder, 'messages-'));
  for (const [name, count] of Object.entries({ a: ONIX_BATCH_SIZE * 2 + 3, b: 2 })) {
    const records = Array.from({ length: count }, (_, index) => onixRecord({ reference: `${name}-${index}` }));
    writeFileSync(join(made, `${name}.xml`), onixMessage({ records, sender: name }));
  }
  return withMessages(made, (messages) => Promise.resolve(messages));
}

async function collect(batches: AsyncIterable<RecordBatch>, most = Number.POSITIVE_INFINITY): Promise<RecordBatch[]> {
  const all: RecordBatch[] = [];
  for await (const batch of batches) if (all.push(batch) === most) break;
  return all;
}

beforeEach(() => vi.stubEnv('TMPDIR', mkdtempSync(join(folder, 'tmp-'))));
afterEach(() => vi.unstubAllEnvs());

test.each([0, 1, 2, 9])('after a comparison of %i batches all of them are read', async (compared) => {
  const messages = await openMessages();
  await withBatchesTwice(messages, async (readings) => {
    for (const reading of readings) {
      const whole = await collect(makeBatches(reading.message));
      const first = compared > 0 ? await collect(reading.first(), compared) : [];
      expect(first).toEqual(whole.slice(0, compared));
      expect(await collect(reading.second())).toEqual(whole);
    }
  });
});

test('what was read once is not read from the message again, and nothing is left of it', async () => {
  const messages = await openMessages();
  const readAll = async ([reading]: readonly BatchesTwice[]) => {
    const first = await collect(reading!.first());
    rmSync(reading!.message.file);
    expect(await collect(reading!.second())).toEqual(first);
  };
  await withBatchesTwice(messages, readAll);
  expect(readdirSync(tmpdir())).toEqual([]);
});

test('where nothing can be kept, the message is read again', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'none'));
  const messages = await openMessages();
  await withBatchesTwice(messages, async ([reading]) => {
    const first = await collect(reading!.first());
    expect(await collect(reading!.second())).toEqual(first);
  });
});

test('so it is where the disk is full after the first batch', async () => {
  const messages = await openMessages();
  const file = await open(join(folder, 'probe'), 'w');
  const write = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'write');
  await file.close();
  await withBatchesTwice(messages, async ([reading]) => {
    const [batch, ...others] = await collect(reading!.first(), 1);
    write.mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    const rest = await collect(reading!.first());
    expect(await collect(reading!.second())).toEqual([batch, ...others, ...rest]);
  });
  write.mockRestore();
});
