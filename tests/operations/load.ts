import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { bookPath } from '#contract/pages.ts';
import { openDatabase, openPool } from '../../server/db/connection.ts';
import { prepareDatabase } from '../../server/services.ts';
import { expectIntegrity } from '../database.ts';
import { makeProduct, orderPayload, type MadeProduct } from '../factories.ts';

/** Migrates an empty database and puts titles into it. */
export async function stockShop(url: string): Promise<MadeProduct[]> {
  const connect = { connectionString: url };
  await prepareDatabase(connect);
  const pool = openPool(connect, { size: 2, onError: () => {} });
  const deps = { db: openDatabase(pool) };
  const make = (title: string) => makeProduct({ deps }, { title, stock: 5000 });
  const titles = [await make('Title 1'), await make('Title 2')];
  await pool.end();
  return titles;
}

export type Figures = { requests: number; orders: number; failures: string[]; seconds: number };
export type Load = {
  figures: Figures;
  /** Ends the load once its running requests are answered. */
  stop(): Promise<Figures>;
};

/** Milliseconds between two requests of a client: what is tested is no load limit. */
const THINKING_MS = 10;
/** Of so many requests of a client one is an order. */
const ORDER_EVERY = 4;
const BOOK = 'book';
const PATHS = ['/', '/browse', '/api/site/subjects', BOOK] as const;

type LoadSettings = {
  titles: readonly MadeProduct[];
  clients?: number;
  /** Distinguishes the clients of loads that run at once. */
  place?: number;
  /** Whether clients place orders too, which is the default. */
  orders?: boolean;
  /** Whether a client sends an order again, with the same key, until it is acknowledged. */
  retries?: boolean;
};

/** Guests who look at pages and place orders, from many addresses. Whatever is not answered as it should be is a failure. */
export function startLoad(url: string, settings: LoadSettings): Load {
  const { titles, clients = 6, place = 0, orders = true, retries = false } = settings;
  const figures: Figures = { requests: 0, orders: 0, failures: [], seconds: 0 };
  const startedAt = performance.now();
  let isOver = false;
  const send = async (path: string, init: RequestInit, ok: number) => {
    figures.requests += 1;
    const answer = await fetch(url + path, init).then(
      async (response) => ({ status: response.status, text: (await response.text()).slice(0, 200) }),
      (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
    if (answer.status !== ok) figures.failures.push(`${path}: ${answer.status} ${answer.text}`);
    return answer.status === ok;
  };
  const order = async (client: number, n: number) => {
    const body = JSON.stringify(
      orderPayload({ lines: [titles[n % titles.length]!], email: `${client}-${n}@mail.test` }),
    );
    const headers = { 'content-type': 'application/json', 'idempotency-key': `${client}-${n}`, ...from(client, n) };
    const attempt = () => send('/customer/order/set', { method: 'POST', body, headers }, 201);
    while (!(await attempt())) {
      if (!retries || isOver) return;
      await pause(THINKING_MS * 10);
    }
    figures.orders += 1;
  };
  const client = async (name: number) => {
    for (let n = 0; !isOver; n += 1) {
      const path = PATHS[(n + Math.floor(n / ORDER_EVERY)) % PATHS.length]!;
      if (orders && n % ORDER_EVERY === 0) await order(name, n);
      else
        await send(
          path === BOOK ? bookPath({ id: titles[0]!.id, slug: 'title-1' }) : path,
          { headers: from(name, n) },
          200,
        );
      await pause(THINKING_MS);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, index) => client(place * clients + index)));
  return {
    figures,
    stop: async () => {
      isOver = true;
      await running;
      return { ...figures, seconds: Math.round((performance.now() - startedAt) / 1000) };
    },
  };
}

/** The figures of loads that ran at once, begun with the first. */
export function sumOf(all: readonly Figures[]): Figures {
  const sum = (count: (figures: Figures) => number) => all.reduce((total, figures) => total + count(figures), 0);
  return {
    requests: sum(({ requests }) => requests),
    orders: sum(({ orders }) => orders),
    failures: all.flatMap(({ failures }) => failures),
    seconds: all[0]!.seconds,
  };
}

/** Each request comes from a network of its own, so that no limit applies. */
function from(client: number, n: number): Record<string, string> {
  return { 'x-forwarded-for': `${20 + client}.${Math.floor(n / 250) % 250}.${n % 250}.1` };
}

/** The answer to a request that needs the database; a page never fails. */
export function isOutage(failure: string): boolean {
  return /^\/(?:customer|api)\/.*: 503 /.test(failure);
}

/** Checks that every acknowledged order is stored once and that money and stock agree. */
export async function expectOrders(url: string, { orders }: Figures): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  const { rows } = await pool.query<{ stored: number; emails: number }>(
    'SELECT count(*)::int AS stored, count(DISTINCT email)::int AS emails FROM "order"',
  );
  expect(rows[0]).toEqual({ stored: orders, emails: orders });
  await expectIntegrity(pool);
  await pool.end();
}

/** Prints the figures of an experiment, for the table in `docs/several-servers.md`. */
export function report(experiment: string, { requests, orders, failures, seconds }: Figures): void {
  const line = { experiment, seconds, requests, orders, failed: failures.length };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
