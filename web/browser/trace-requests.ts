/** Requests that begin so many milliseconds after a press belong to its trace. */
const PRESS_MS = 5000;

/**
 * Gives every later request to the shop a `traceparent` (W3C), those that follow a press one trace. It wraps `fetch`, as
 * OpenTelemetry's own library for browsers does: pages then need not bring it when they load.
 */
export function traceRequests(): void {
  let trace = '';
  let pressedAt = -Infinity;
  const plainFetch = globalThis.fetch;
  const traceparent = () => {
    const now = performance.now();
    if (now - pressedAt > PRESS_MS) [trace, pressedAt] = [randomHex(16), now];
    return `00-${trace}-${randomHex(8)}-01`;
  };
  addEventListener('click', () => (pressedAt = -Infinity), true);
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return plainFetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set('traceparent', traceparent());
    return plainFetch(input, { ...init, headers });
  };
}

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
