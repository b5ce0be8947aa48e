import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'node:net';

/** Polls a condition, a little less often each time, until it is true. Throws after `seconds`. */
export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  { seconds, what }: { seconds: number; what: string },
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  for (let wait = 10; !(await isTrue()); wait = Math.min(wait * 1.5, 250)) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`);
    await pause(wait);
  }
}

/** A free TCP port of this machine. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
