import { forgetInTab, keepInTab, readInTab } from '../../browser/tab-storage.ts';

const KEY = 'order-attempt';

/**
 * The idempotency key of an order: the same for the same payload, also after a reload, so that a second tap or a
 * retry after a lost answer can never place it twice.
 */
export function keyFor(payload: unknown): string {
  const text = JSON.stringify(payload);
  const known = readAttempt();
  if (known?.text === text) return known.key;
  const key = crypto.randomUUID();
  attempt = JSON.stringify({ text, key });
  keepInTab(KEY, attempt);
  return key;
}

/** The order is placed: an equal one later is another order. */
export function forgetAttempt(): void {
  attempt = null;
  forgetInTab(KEY);
}

/** Without storage the key lives as long as the page. */
let attempt: string | null = null;

function readAttempt(): { text: string; key: string } | undefined {
  attempt ??= readInTab(KEY);
  if (attempt === null) return undefined;
  try {
    return JSON.parse(attempt) as { text: string; key: string };
  } catch {
    return undefined;
  }
}
