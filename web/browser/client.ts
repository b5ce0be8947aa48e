import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { Problem } from '#contract/refusals.ts';
import { accessToken, loseSession, onSessionChange, storeSession } from './session.ts';

/** A refusal of the server, or no answer at all (`problem` is then missing). */
export class CallFailed extends Error {
  readonly problem: Problem | undefined;
  /** After how many seconds the server asks to try again. */
  readonly retryAfter: number | undefined;
  constructor(problem: Problem | undefined, retryAfter?: number) {
    super(problem?.detail ?? '');
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

type Input<E> = {
  body?: BodyOf<E>;
  query?: QueryOf<E>;
  params?: ParamsOf<E>;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

const NEVER_REFRESHED = ['/customer/auth/login', '/api/auth/provider', '/api/auth/refresh-token'];

/**
 * Makes a call of the contract with the bearer token. On a 401 one refresh runs for all waiting calls of all tabs, and
 * the call is replayed once. Throws {@link CallFailed}; where the session cannot be renewed, the customer is signed out.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<AnswerOf<E>> {
  return answerOf(await reach(endpoint, input));
}

/** As {@link call}, for an answer that is read while it comes: the response of success, its body unread. */
export async function openStream<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<Response> {
  const response = await reach(endpoint, input);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** The file that a call `produces`; throws as {@link call} does. */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<Blob> {
  return (await openStream(endpoint, input)).blob();
}

async function reach<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Response> {
  const token = accessToken();
  const first = await send(endpoint, input, token);
  if (first.status !== 401 || token === null || NEVER_REFRESHED.includes(endpoint.path)) return first;
  return send(endpoint, input, await renew(token));
}

/** A token newer than `stale`: another tab's, or by one refresh. Signs out and throws where there is none. */
export async function renew(stale: string): Promise<string> {
  return exclusively(stale, async () => {
    const known = accessToken();
    if (known !== null && known !== stale) return known;
    const response = await post('/api/auth/refresh-token', { accessToken: stale });
    if (!response.ok) {
      const problem = await problemOf(response);
      if (response.status === 401) loseSession();
      throw new CallFailed(problem);
    }
    const { accessToken: token, expires_at } = (await response.json()) as { accessToken: string; expires_at: string };
    storeSession({ token, endsAt: expires_at });
    return token;
  });
}

let running: Promise<string> | undefined;

/** One at a time across tabs where the browser has locks, else within this one. */
function exclusively(stale: string, work: () => Promise<string>): Promise<string> {
  running ??= inTurn(stale, work).finally(() => {
    running = undefined;
  });
  return running;
}

const LOCK = 'refresh';
/** How long what another tab has stored may take to be seen here, in milliseconds: one that may have, and one that has. */
const MAY_BE_SEEN_WITHIN = 150;
const SEEN_WITHIN = 500;

async function inTurn(stale: string, work: () => Promise<string>): Promise<string> {
  if (!navigator.locks) return work();
  const atOnce = await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock ? otherTabsToken(stale, MAY_BE_SEEN_WITHIN).then(work) : undefined,
  );
  return atOnce ?? navigator.locks.request(LOCK, () => otherTabsToken(stale, SEEN_WITHIN).then(work));
}

/** Another tab's lock may be free a moment before its token is seen here. */
function otherTabsToken(stale: string, within: number): Promise<void> {
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

function send<E extends Endpoint>(endpoint: E, input: Input<E>, token: string | null): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: endpoint.produces ?? 'application/json',
    'Accept-Language': document.documentElement.lang,
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  return request(addressOf(endpoint, input), { method: endpoint.method, headers, body, signal: input.signal ?? null });
}

function post(path: string, body: unknown): Promise<Response> {
  return request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, cache: 'no-store' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new CallFailed(undefined);
  }
}

function addressOf<E extends Endpoint>(endpoint: E, { params, query }: Input<E>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  return search.size > 0 ? `${path}?${search}` : path;
}

async function answerOf<E extends Endpoint>(response: Response): Promise<AnswerOf<E>> {
  if (!response.ok) throw await refusalOf(response);
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>;
}

async function refusalOf(response: Response): Promise<CallFailed> {
  return new CallFailed(await problemOf(response), retryAfterOf(response));
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After'));
  return seconds > 0 ? seconds : undefined;
}

async function problemOf(response: Response): Promise<Problem | undefined> {
  try {
    return (await response.json()) as Problem;
  } catch {
    return undefined;
  }
}
