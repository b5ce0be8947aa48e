import { hash } from 'node:crypto';
import { on } from 'node:events';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { textOf } from './element.ts';
import { InvalidRecordError, type MappedRecord, type RecordNotes } from './fields.ts';
import { mapRecord } from './map-record.ts';
import { readRecords, type Message } from './open-message.ts';
import type { OnixItem } from './read-message.ts';

/**
 * A mapped record of a message, with its line and its place among the message's records. What it says is JSON, which is read where
 * it is needed: of most records of most messages the shop has the same `hash` already.
 */
export type IncomingRecord = RecordNotes & {
  reference: string;
  notification: string;
  json: string;
  hash: string;
  line: number;
  position: number;
};

/** Records of a message, each reference once; how many were read for them, and which of those cannot be taken. */
export type RecordBatch = {
  records: IncomingRecord[];
  read: number;
  rejected: { file: string; line: number; reference: string; reason: string }[];
};

export const ONIX_BATCH_SIZE = 1000;

/** Batches that are read before they are asked for. */
const BATCHES_AHEAD = 2;
/** Its young objects are those of a few batches. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 24 };

/** A batch as bytes, in which it passes between threads and is kept. */
export type PackedBatch = Uint8Array<ArrayBuffer>;

/** A message's records in batches, mapped. */
export async function* readBatches(message: Message): AsyncGenerator<RecordBatch> {
  for await (const batch of readPackedBatches(message)) yield unpackBatch(batch);
}

/** The batches of a message; those of more than one by a thread, while the caller deals with the last ones. */
export async function* readPackedBatches(message: Message): AsyncGenerator<PackedBatch> {
  if (message.records > ONIX_BATCH_SIZE) return yield* readInThread(message);
  for await (const batch of makeBatches(message)) yield packBatch(batch);
}

export function packBatch(batch: RecordBatch): PackedBatch {
  return serialize(batch) as PackedBatch;
}

export function unpackBatch(packed: PackedBatch): RecordBatch {
  return deserialize(packed) as RecordBatch;
}

/** What the thread answers: the next batch, why there is none, or nothing at the end. */
export type ReadAnswer = { batch?: PackedBatch; error?: unknown };

async function* readInThread(message: Message): AsyncGenerator<PackedBatch> {
  const file = join(import.meta.dirname, 'read-thread.ts');
  const thread = new Worker(file, { workerData: message, resourceLimits: THREAD_LIMITS });
  const ask = () => thread.postMessage('next');
  try {
    for (let asked = 0; asked < BATCHES_AHEAD; asked += 1) ask();
    for await (const [answer] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[ReadAnswer]>) {
      const { batch, error } = answer;
      if (error !== undefined) throw error;
      if (!batch) return;
      ask();
      yield batch;
    }
    throw new Error(`The thread that reads ${message.name} ended before the message.`);
  } finally {
    await thread.terminate();
  }
}

export async function* makeBatches(message: Message): AsyncGenerator<RecordBatch> {
  let batch: RecordBatch = { records: [], read: 0, rejected: [] };
  let references = new Set<string>();
  let position = 0;
  for await (const item of readRecords(message)) {
    position += 1;
    const mapped = 'reason' in item ? item : tryMapping(item, message);
    const isRepeated = 'record' in mapped && references.has(mapped.record.reference);
    if (batch.read === ONIX_BATCH_SIZE || isRepeated) {
      yield batch;
      batch = { records: [], read: 0, rejected: [] };
      references = new Set();
    }
    batch.read += 1;
    if ('reason' in mapped) batch.rejected.push({ file: message.name, ...mapped });
    else {
      const { record, unknownCodes } = mapped;
      const { reference, notification } = record;
      references.add(reference);
      const notes = 'note' in item && item.note ? [item.note, ...mapped.notes] : mapped.notes;
      const json = JSON.stringify(record);
      const { line } = item;
      batch.records.push({ reference, notification, json, hash: hashOf(json), notes, unknownCodes, line, position });
    }
  }
  yield batch;
}

/** By it a record is known that says the same as before. */
export function hashOf(json: string): string {
  return hash('sha256', json);
}

type Rejected = { line: number; reference: string; reason: string };
type ReadRecord = Exclude<OnixItem, Rejected>;

function tryMapping({ line, element }: ReadRecord, { defaults }: Message): MappedRecord | Rejected {
  try {
    return mapRecord(element, defaults);
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    return { line, reference: textOf(element, 'RecordReference'), reason: error.message };
  }
}
