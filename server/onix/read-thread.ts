import { parentPort, workerData } from 'node:worker_threads';
import type { Message } from './open-message.ts';
import { makeBatches } from './read-batches.ts';

/* The thread that reads and maps a message's records, a batch each time that it is asked; null after the last one. */

const port = parentPort!;
const batches = makeBatches(workerData as Message);
port.on('message', () => void batches.next().then(({ value, done }) => port.postMessage(done ? null : value)));
