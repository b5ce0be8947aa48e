import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { buildApp } from '../server/app.ts';
import type { Environment } from '../server/config.ts';
import type { Deps } from '../server/context.ts';
import { testShop } from './database.ts';
import { requireDeclaredErrors } from './declared-errors.ts';

/** A shop with its server built but not listening; requests are injected. */
export type TestApp = { app: FastifyInstance; deps: Deps; pool: pg.Pool; connect: pg.PoolConfig };

export async function openTestApp(environment: Environment = {}): Promise<TestApp> {
  const { deps, pool, connect } = await testShop(environment);
  const { app } = await buildApp(deps);
  requireDeclaredErrors(app);
  afterAll(() => app.close());
  return { app, deps, pool, connect };
}

type RequestOptions = { token?: string | undefined; headers?: Record<string, string>; ip?: string };

export type TestResponse = Awaited<ReturnType<typeof post>>;

/** Sends a request with a JSON body. */
export async function post(app: FastifyInstance, path: string, body: unknown, called: RequestOptions = {}) {
  const headers = { 'content-type': 'application/json', ...headersOf(called) };
  return toTestResponse(
    await app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body), ...remoteAddressOf(called) }),
  );
}

export async function get(app: FastifyInstance, path: string, called: RequestOptions = {}) {
  return toTestResponse(
    await app.inject({ method: 'GET', url: path, headers: headersOf(called), ...remoteAddressOf(called) }),
  );
}

/** What came back: `body` is the parsed JSON, or nothing where there is none or it is a file. */
export function toTestResponse(response: Awaited<ReturnType<FastifyInstance['inject']>>) {
  const { statusCode: status, headers, payload: text } = response;
  const isJson = /\bjson\b/.test(String(headers['content-type']));
  return { status, headers, text, body: isJson && text !== '' ? response.json() : undefined };
}

/** The cookies that a response set, as a browser sends them back. */
export function cookiesOf({ headers }: TestResponse): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ');
}

/** Status and code of an error response. */
export function errorOf({ status, body }: TestResponse): [number, string] {
  return [status, body?.code];
}

/** Runs the same work many times concurrently; returns the results in order. */
export async function runConcurrently<T>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const walker = async () => {
    for (let index = next++; index < count; index = next++) done[index] = await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, walker));
  return done;
}

/** How often each value is there. */
export function countValues(values: readonly (string | number)[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, String)].map(([value, group]) => [value, group.length]));
}

function headersOf({ token, headers = {} }: RequestOptions): Record<string, string> {
  return token === undefined ? headers : { authorization: `Bearer ${token}`, ...headers };
}

function remoteAddressOf({ ip }: RequestOptions) {
  return ip === undefined ? {} : { remoteAddress: ip };
}
