/** The response that the page's first request gets, asked for before the page's script has come. */
type FirstResponse = { address: string; token: string; response: Promise<Response | undefined> };

declare global {
  var firstResponse: FirstResponse | undefined;
}

/** For how long after the document began to load the response is what a new request would get, in milliseconds. */
const MOST_AGE = 30_000;

/** The headers of a request of the customer area for JSON. */
export function requestHeaders(token: string | null): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang,
    ...(token && { Authorization: `Bearer ${token}` }),
  };
}

/** Sends the first request of the page: {@link takeFirstResponse} has what came of it. */
export function requestFirst(address: string, token: string): void {
  const response = fetch(address, { headers: requestHeaders(token), cache: 'no-store' }).catch(() => undefined);
  globalThis.firstResponse = { address, token, response };
}

/** What came of the first request, once, where it was this one and succeeded. */
export async function takeFirstResponse(address: string, token: string | null): Promise<Response | undefined> {
  const first = globalThis.firstResponse;
  if (first?.address !== address || first.token !== token) return undefined;
  globalThis.firstResponse = undefined;
  const response = await first.response;
  return response?.ok && performance.now() < MOST_AGE ? response : undefined;
}
