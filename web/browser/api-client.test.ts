import { beforeEach, expect, test, vi } from 'vitest';

/* A tab is the modules loaded anew; storage and locks are the browser's and shared by all of them. */

type Tab = typeof import('./api-client.ts');

let stored: Map<string, string>;
let storageListeners: ((event: { key: string | null }) => void)[];
/** Every request that reached the server: its path and token. */
let arrived: string[];
let isRefreshed: boolean;
/** Ends the refresh that the server has in hand. */
let answerRefresh: (status?: number) => void;

beforeEach(() => {
  stored = new Map();
  storageListeners = [];
  arrived = [];
  isRefreshed = false;
  signedIn('old');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => keep(key, value),
    removeItem: (key: string) => keep(key, undefined),
  });
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => storageListeners.push(listener));
  vi.stubGlobal('fetch', answer);
  return () => vi.unstubAllGlobals();
});

function signedIn(token: string): void {
  stored.set('accessToken', token);
  stored.set('tokenExpiry', String(Date.now() + 3_600_000));
  stored.set('loggedIn', 'true');
}

function keep(key: string, value: string | undefined): void {
  if (value === undefined) stored.delete(key);
  else stored.set(key, value);
  for (const listener of storageListeners) listener({ key });
}

async function newTab(): Promise<Tab> {
  vi.resetModules();
  return import('./api-client.ts');
}

/** A server that accepts the token `new`, which a refresh returns once the test allows it. */
async function answer(path: string, { headers }: { headers: Record<string, string> }): Promise<Response> {
  arrived.push(`${path} ${headers.Authorization ?? 'nobody'}`);
  if (path === '/api/auth/refresh-token') return refresh();
  if (path === '/customer/auth/login') return Response.json({ code: 'wrong_credentials' }, { status: 401 });
  const isValid = headers.Authorization === 'Bearer new';
  return Response.json(isValid ? [] : { code: 'token_invalid' }, { status: isValid ? 200 : 401 });
}

function refresh(): Promise<Response> {
  return new Promise((resolve) => {
    answerRefresh = (status = 200) => {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      resolve(Response.json(status === 200 ? { accessToken: 'new', expires_at } : {}, { status }));
      isRefreshed = true;
    };
  });
}

async function refreshBegun(): Promise<void> {
  await vi.waitUntil(() => arrived.some((one) => one.startsWith('/api/auth/refresh-token')));
}

test('a request during a refresh waits and is sent once, with the new token', async () => {
  const tab = await newTab();
  const first = tab.sendRequest('listAddresses');
  await refreshBegun();
  const second = tab.sendRequest('listAddresses');
  answerRefresh();
  await Promise.all([first, second]);
  expect(arrived).toEqual([
    '/customer/address Bearer old',
    '/api/auth/refresh-token nobody',
    '/customer/address Bearer new',
    '/customer/address Bearer new',
  ]);
});

test('so does a request from another tab', async () => {
  const [tab, other] = [await newTab(), await newTab()];
  const first = tab.sendRequest('listAddresses');
  await refreshBegun();
  const second = other.sendRequest('listAddresses');
  expect(isRefreshed).toBe(false);
  await vi.waitUntil(async () => (await navigator.locks.query()).pending?.length === 1);
  answerRefresh();
  await Promise.all([first, second]);
  expect(arrived.filter((one) => one.endsWith('old'))).toHaveLength(1);
  expect(arrived.filter((one) => one.startsWith('/api/auth/refresh-token'))).toHaveLength(1);
});

test('if the refresh fails, waiting requests fail and are not sent as a guest', async () => {
  const tab = await newTab();
  const first = tab.sendRequest('listAddresses');
  await refreshBegun();
  const second = tab.sendRequest('listAddresses');
  answerRefresh(401);
  await expect(first).rejects.toThrow(tab.ApiRequestError);
  await expect(second).rejects.toThrow(tab.ApiRequestError);
  expect(arrived).toHaveLength(2);
  expect(stored.has('accessToken')).toBe(false);
});

test('signing in neither waits for nor triggers a refresh', async () => {
  const tab = await newTab();
  const body = { username: 'reader', password: 'wrong' };
  await expect(tab.sendRequest('logIn', { body })).rejects.toThrow(tab.ApiRequestError);
  expect(arrived).toEqual(['/customer/auth/login Bearer old']);
});

test('a session without its token ends at the first 401', async () => {
  const tab = await newTab();
  stored.delete('accessToken');
  await expect(tab.sendRequest('listAddresses')).rejects.toThrow(tab.ApiRequestError);
  expect(arrived).toEqual(['/customer/address nobody']);
  expect(stored.has('loggedIn')).toBe(false);
});
