import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from './open-message.ts';
import { readBatches, readPackedBatches, unpackBatch, type PackedBatch, type RecordBatch } from './read-batches.ts';

/** Gives `work` the messages to read, the one after the other. */
export async function withBatchesTwice<T>(
  messages: readonly Message[],
  work: (readings: readonly BatchesTwice[]) => Promise<T>,
): Promise<T> {
  const file = new KeptBatches();
  const readings = messages.map((message) => new BatchesTwice(message, file));
  try {
    return await work(readings);
  } finally {
    for (const reading of readings) await reading.close();
    await file.close();
  }
}

/**
 * A message's batches for a comparison and then for what writes them. What the first reads is kept as it was mapped, and comes
 * from there at a tenth of the cost; the second goes on where the first has ended.
 */
export class BatchesTwice {
  readonly message: Message;
  readonly #source: AsyncGenerator<PackedBatch>;
  readonly #file: KeptBatches;
  readonly #kept: Place[] = [];
  #isWhole = true;

  constructor(message: Message, file: KeptBatches) {
    this.message = message;
    this.#source = readPackedBatches(message);
    this.#file = file;
  }

  /** As many as are asked for. */
  async *first(): AsyncGenerator<RecordBatch> {
    for (let batch = await this.#next(); batch; batch = await this.#next()) {
      await this.#keep(batch);
      yield unpackBatch(batch);
    }
  }

  /** All of them. */
  async *second(): AsyncGenerator<RecordBatch> {
    if (!this.#isWhole) return yield* readBatches(this.message);
    for (const place of this.#kept) yield unpackBatch(await this.#file.read(place));
    for (let batch = await this.#next(); batch; batch = await this.#next()) yield unpackBatch(batch);
  }

  async close(): Promise<void> {
    await this.#source.return(undefined);
  }

  async #next(): Promise<PackedBatch | undefined> {
    const { value, done } = await this.#source.next();
    return done ? undefined : value;
  }

  /** Where the disk is full, the message is read a second time. */
  async #keep(batch: PackedBatch): Promise<void> {
    if (!this.#isWhole) return;
    try {
      this.#kept.push(await this.#file.add(batch));
    } catch {
      this.#isWhole = false;
    }
  }
}

type Place = { at: number; length: number };

/** Batches in a file that has no name any more, so that nothing of it is left when the process ends. */
class KeptBatches {
  #file: FileHandle | undefined;
  #size = 0;

  async add(batch: PackedBatch): Promise<Place> {
    this.#file ??= await openNameless();
    const place = { at: this.#size, length: batch.length };
    const { bytesWritten } = await this.#file.write(batch, 0, place.length, place.at);
    if (bytesWritten < place.length) throw new Error('The disk is full.');
    this.#size += place.length;
    return place;
  }

  async read({ at, length }: Place): Promise<PackedBatch> {
    const { buffer, bytesRead } = await this.#file!.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new Error('The file of kept batches is shorter than what was written.');
    return buffer;
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'halaman-onix-'));
  try {
    return await open(join(folder, 'batches'), 'wx+');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
