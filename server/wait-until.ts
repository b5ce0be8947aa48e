import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again, a little later each time, until the answer is yes; throws after so many seconds. */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  { seconds, what }: { seconds: number; what: string },
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  for (let wait = 10; !(await isSo()); wait = Math.min(wait * 1.5, 250)) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`);
    await pause(wait);
  }
}
