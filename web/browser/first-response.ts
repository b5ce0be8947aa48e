/** The response that one of the page's first requests gets, asked for before the page's script has come. */
type FirstResponse = { token: string; response: Promise<Response | undefined> };

declare global {
  /** By their addresses. */
  var firstResponses: Record<string, FirstResponse | undefined> | undefined;
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

/** Sends a first request of the page: {@link takeFirstResponse} has what came of it. */
export function requestFirst(address: string, token: string): void {
  const response = fetch(address, { headers: requestHeaders(token), cache: 'no-store' }).catch(() => undefined);
  (globalThis.firstResponses ??= {})[address] = { token, response };
}

/** What came of a first request, once, where it was one and succeeded. */
export async function takeFirstResponse(address: string, token: string | null): Promise<Response | undefined> {
  const responses = globalThis.firstResponses;
  const first = responses?.[address];
  if (first?.token !== token) return undefined;
  delete responses![address];
  const response = await first.response;
  return response?.ok && performance.now() < MOST_AGE ? response : undefined;
}
