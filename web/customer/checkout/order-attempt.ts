import { getTabStored, removeTabStored, setTabStored } from '../../browser/storage.ts';

/* What signing out forgets of a checkout. It loads with the first page, unlike the rest of the checkout. */

const ORDER_ATTEMPT = 'order-attempt';

/**
 * The idempotency key of an order: the same for the same payload, even after a reload, so that neither a double click
 * nor a retry after a lost response can place it twice.
 */
export function idempotencyKeyFor(payload: unknown): string {
  const text = JSON.stringify(payload);
  const known = readAttempt();
  if (known?.text === text) return known.key;
  const key = crypto.randomUUID();
  attempt = JSON.stringify({ text, key });
  setTabStored(ORDER_ATTEMPT, attempt);
  return key;
}

/** Call once the order is placed: an identical order later is a new one. */
export function clearIdempotencyKey(): void {
  attempt = null;
  removeTabStored(ORDER_ATTEMPT);
}

/** Without storage the key lives as long as the document. */
let attempt: string | null = null;

function readAttempt(): { text: string; key: string } | undefined {
  attempt ??= getTabStored(ORDER_ATTEMPT);
  if (attempt === null) return undefined;
  try {
    return JSON.parse(attempt) as { text: string; key: string };
  } catch {
    return undefined;
  }
}

/** The name of the checkout's form and of its draft. */
export const CHECKOUT_DRAFT = 'checkout-form';
