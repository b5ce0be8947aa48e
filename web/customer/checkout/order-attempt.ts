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
  remember(JSON.stringify({ text, key }));
  return key;
}

/** The order is placed: an equal one later is another order. */
export function forgetAttempt(): void {
  remember(null);
}

let attempt: string | null = null;

function remember(value: string | null): void {
  attempt = value;
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
  } catch {
    // Without storage the key lives as long as the page.
  }
}

function readAttempt(): { text: string; key: string } | undefined {
  try {
    attempt ??= sessionStorage.getItem(KEY);
    return attempt === null ? undefined : (JSON.parse(attempt) as { text: string; key: string });
  } catch {
    return undefined;
  }
}
