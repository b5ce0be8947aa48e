import type { ResponseOf, BodyOf, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { Problem } from '#contract/error-codes.ts';
import { browserRoute, splitRoute, type BrowserEndpoint } from '#contract/routes.ts';
import { requestHeaders, takeFirstResponse } from './first-response.ts';
import { expireSession, isSessionExpired, storeSession } from './session-changes.ts';
import { accessToken, onSessionChange } from './session.ts';

/** An error response, or no response at all (`problem` is then missing). */
export class ApiRequestError extends Error {
  readonly problem: Problem | undefined;
  /** After how many seconds the server asks to try again. */
  readonly retryAfter: number | undefined;
  constructor(problem: Problem | undefined, retryAfter?: number) {
    super(problem?.detail ?? '');
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

type RequestInput<Name extends BrowserEndpoint> = {
  body?: Endpoints[Name] extends { upload: number } ? Blob : BodyOf<Endpoints[Name]>;
  query?: QueryOf<Endpoints[Name]>;
  params?: ParamsOf<Endpoints[Name]>;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

const WITHOUT_REFRESH: readonly BrowserEndpoint[] = ['logIn', 'getIdentityProvider', 'logInByProvider', 'refreshToken'];

/**
 * Sends a request to an endpoint with the access token. On a 401 one refresh runs for all waiting and new requests of all
 * tabs, then each is sent again once. Throws {@link ApiRequestError}; where the session cannot be renewed, the
 * customer is signed out.
 */
export async function sendRequest<Name extends BrowserEndpoint>(
  endpoint: Name,
  input: RequestInput<Name> = {},
): Promise<ResponseOf<Endpoints[Name]>> {
  return parseResponse(await sendWithRefresh(endpoint, input));
}

/** As {@link sendRequest}, for a streamed response: returns the successful response with its body unread. */
export async function openStream<Name extends BrowserEndpoint>(
  endpoint: Name,
  input: RequestInput<Name> = {},
): Promise<Response> {
  const response = await sendWithRefresh(endpoint, input);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** The file of an endpoint with a `contentType`; throws as {@link sendRequest} does. */
export async function fetchFile<Name extends BrowserEndpoint>(
  endpoint: Name,
  input: RequestInput<Name> = {},
): Promise<Blob> {
  return (await openStream(endpoint, input)).blob();
}

async function sendWithRefresh<Name extends BrowserEndpoint>(
  endpoint: Name,
  input: RequestInput<Name>,
): Promise<Response> {
  if (WITHOUT_REFRESH.includes(endpoint)) return send(endpoint, input, accessToken());
  const token = await currentToken();
  const first = await send(endpoint, input, token);
  if (first.status !== 401) return first;
  if (token !== null) return send(endpoint, input, await refreshAccessToken(token));
  if (isSessionExpired()) expireSession();
  return first;
}

/** The access token once no refresh is running, here or in another tab. Throws if our own refresh fails. */
async function currentToken(): Promise<string | null> {
  const token = accessToken();
  if (token === null) return null;
  if (pendingRefresh) return pendingRefresh;
  if (await isRefreshingInOtherTab())
    await navigator.locks.request(REFRESH_LOCK, { mode: 'shared' }, () =>
      waitForOtherTabsToken(token, STORED_TOKEN_WAIT),
    );
  return accessToken();
}

async function isRefreshingInOtherTab(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name, mode }) => name === REFRESH_LOCK && mode === 'exclusive');
}

/** A token newer than `stale`: another tab's, or by one refresh. Signs out and throws where there is none. */
export async function refreshAccessToken(stale: string): Promise<string> {
  return refreshOnce(stale, async () => {
    const known = accessToken();
    if (known !== null && known !== stale) return known;
    const response = await send('refreshToken', { body: { accessToken: stale } }, null);
    if (!response.ok) {
      const error = await errorOf(response);
      if (response.status === 401) expireSession();
      throw error;
    }
    const { accessToken: token, expires_at } = (await response.json()) as { accessToken: string; expires_at: string };
    storeSession({ token, expiresAt: expires_at });
    return token;
  });
}

let pendingRefresh: Promise<string> | undefined;

/** One at a time across tabs where the browser has locks, else within this one. */
function refreshOnce(stale: string, work: () => Promise<string>): Promise<string> {
  pendingRefresh ??= withRefreshLock(stale, work).finally(() => {
    pendingRefresh = undefined;
  });
  return pendingRefresh;
}

const REFRESH_LOCK = 'refresh';
/** How long what another tab has stored may take to be seen here, in milliseconds: one that may have, and one that has. */
const UNCERTAIN_TOKEN_WAIT = 150;
const STORED_TOKEN_WAIT = 500;

async function withRefreshLock(stale: string, work: () => Promise<string>): Promise<string> {
  if (!navigator.locks) return work();
  const atOnce = await navigator.locks.request(REFRESH_LOCK, { ifAvailable: true }, (lock) =>
    lock ? waitForOtherTabsToken(stale, UNCERTAIN_TOKEN_WAIT).then(work) : undefined,
  );
  return (
    atOnce ?? navigator.locks.request(REFRESH_LOCK, () => waitForOtherTabsToken(stale, STORED_TOKEN_WAIT).then(work))
  );
}

/** Another tab's lock may be free a moment before its token is seen here. */
function waitForOtherTabsToken(stale: string, within: number): Promise<void> {
  if (accessToken() !== stale) return Promise.resolve();
  return new Promise((resolve) => {
    const forget = onSessionChange(() => end());
    const timer = setTimeout(() => end(), within);
    const end = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
  });
}

async function send<Name extends BrowserEndpoint>(
  endpoint: Name,
  input: RequestInput<Name>,
  token: string | null,
): Promise<Response> {
  const { method, path } = splitRoute(browserRoute(endpoint));
  const address = urlOf(path, input);
  const first = method === 'GET' && (await takeFirstResponse(address, token));
  if (first) return first;
  const headers = requestHeaders(token);
  if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
  let { body = null }: { body?: unknown } = input;
  if (body && !(body instanceof Blob)) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(body);
  }
  const { signal = null } = input;
  try {
    return await fetch(address, { method, headers, body: body as BodyInit | null, signal, cache: 'no-store' });
  } catch (error) {
    throw signal?.aborted ? error : new ApiRequestError(undefined);
  }
}

function urlOf<Name extends BrowserEndpoint>(route: string, { params, query }: RequestInput<Name>): string {
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  return search.size > 0 ? `${path}?${search}` : path;
}

async function parseResponse<Name extends BrowserEndpoint>(response: Response): Promise<ResponseOf<Endpoints[Name]>> {
  if (!response.ok) throw await errorOf(response);
  return (response.status === 204 ? undefined : await response.json()) as ResponseOf<Endpoints[Name]>;
}

async function errorOf(response: Response): Promise<ApiRequestError> {
  return new ApiRequestError(await problemOf(response), retryAfterOf(response));
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After'));
  return seconds > 0 ? seconds : undefined;
}

function problemOf(response: Response): Promise<Problem | undefined> {
  return response.json().catch(() => undefined) as Promise<Problem | undefined>;
}

/** Gives a file to the reader as a download. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun by the next task; until then the address must live.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
