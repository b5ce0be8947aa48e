import { readAhead } from '../catalogue/read-ahead.ts';
import { textOf } from './element.ts';
import { InvalidRecordError, type MappedRecord } from './fields.ts';
import { mapRecord } from './map-record.ts';
import { readRecords, type Message } from './open-message.ts';
import type { IncomingRecord } from './plan-records.ts';
import type { OnixItem } from './read-message.ts';

/** Records of a message, each reference once; how many were read for them, and which of those cannot be taken. */
export type RecordBatch = {
  records: IncomingRecord[];
  read: number;
  rejected: { file: string; line: number; reference: string; reason: string }[];
};

export const ONIX_BATCH_SIZE = 1000;

/** A message's records in batches, mapped. */
export function readBatches(message: Message): AsyncGenerator<RecordBatch> {
  return readAhead(makeBatches(message));
}

async function* makeBatches(message: Message): AsyncGenerator<RecordBatch> {
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
      references.add(mapped.record.reference);
      const notes = 'note' in item && item.note ? [item.note] : [];
      batch.records.push({ ...mapped, notes: [...notes, ...mapped.notes], line: item.line, position });
    }
  }
  yield batch;
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
