import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { buildApp } from '../server/app.ts';
import type { Environment } from '../server/config.ts';
import type { Deps } from '../server/deps.ts';
import { testShop } from './database.ts';

/** A shop with its server built, not listening: what a client's calls go through. */
export type Door = { app: FastifyInstance; deps: Deps; pool: pg.Pool; connect: pg.PoolConfig };

export async function openDoor(environment: Environment = {}): Promise<Door> {
  const { deps, pool, connect } = await testShop(environment);
  const { app } = await buildApp(deps);
  afterAll(() => app.close());
  return { app, deps, pool, connect };
}

type Called = { token?: string | undefined; headers?: Record<string, string>; ip?: string };

export type Answer = Awaited<ReturnType<typeof post>>;

/** A call with a JSON body. */
export async function post(app: FastifyInstance, path: string, body: unknown, called: Called = {}) {
  const headers = { 'content-type': 'application/json', ...headersOf(called) };
  return read(await app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body), ...from(called) }));
}

export async function get(app: FastifyInstance, path: string, called: Called = {}) {
  return read(await app.inject({ method: 'GET', url: path, headers: headersOf(called), ...from(called) }));
}

/** What came back: `body` is the parsed JSON, or nothing where there is none or it is a file. */
export function read(response: Awaited<ReturnType<FastifyInstance['inject']>>) {
  const { statusCode: status, headers, payload: text } = response;
  const isJson = /\bjson\b/.test(String(headers['content-type']));
  return { status, headers, text, body: isJson && text !== '' ? response.json() : undefined };
}

/** Status and code of a refusal, as tests compare it. */
export function refusal({ status, body }: Answer): [number, string] {
  return [status, body?.code];
}

/** Does the same work many times, so many at once; the answers come in order. */
export async function crowd<T>(count: number, atOnce: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const walker = async () => {
    for (let index = next++; index < count; index = next++) done[index] = await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, walker));
  return done;
}

/** How often each value is there. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, String)].map(([value, group]) => [value, group.length]));
}

function headersOf({ token, headers = {} }: Called): Record<string, string> {
  return token === undefined ? headers : { authorization: `Bearer ${token}`, ...headers };
}

function from({ ip }: Called) {
  return ip === undefined ? {} : { remoteAddress: ip };
}
