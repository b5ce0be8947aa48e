import { parentPort, workerData } from 'node:worker_threads';
import type { Message } from './open-message.ts';
import { makeBatches, packBatch, type ReadAnswer } from './read-batches.ts';

/* The thread that reads and maps a message's records, a batch each time that it is asked; nothing after the last one. */

const port = parentPort!;
const batches = makeBatches(workerData as Message);
const answer = (given: ReadAnswer) => port.postMessage(given, given.batch ? [given.batch.buffer] : []);
port.on('message', () => {
  batches.next().then(
    ({ value: batch }) => answer(batch ? { batch: packBatch(batch) } : {}),
    (error: unknown) => answer({ error }),
  );
});
