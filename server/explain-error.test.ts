import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { buildWhereMissing } from '../tests/shop-process.ts';
import { ConfigError } from './config.ts';
import { explainError } from './explain-error.ts';
import { freePort } from './startup.ts';

const folder = mkdtempSync(join(inject('cluster').folder, 'failure-'));
const taken = await listen(0);
const { port } = taken.address() as { port: number };
afterAll(() => taken.close());

function listen(wanted: number, host = '127.0.0.1'): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(wanted, host, () => resolve(server));
  });
}

function connect(settings: pg.ClientConfig): Promise<unknown> {
  return new pg.Client({ ...inject('cluster').address, ...settings }).connect();
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('This should have failed.');
    },
    (error: unknown) => error,
  );
}

function failing(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('This should have failed.');
}

describe('an error that the operator can fix is one complete sentence', () => {
  test('a port that another program uses', async () => {
    expect(explainError(await failureOf(listen(port)))).toEqual({
      sentence: `Port ${port} is used by another program. Stop that one, or set PORT to another port.`,
      isExpected: true,
    });
  });

  test('an address that does not belong to this machine', async () => {
    const { sentence } = explainError(await failureOf(listen(0, '192.0.2.1')));
    expect(sentence).toBe('HOST: 192.0.2.1 is not an address of this machine.');
  });

  test('a database that cannot be reached, whatever wraps the error', async () => {
    const free = await freePort();
    const away = (await failureOf(connect({ host: '127.0.0.1', port: free }))) as Error;
    const sentence = `The database at 127.0.0.1:${free} cannot be reached (ECONNREFUSED).`;
    for (const error of [away, new DrizzleQueryError('SELECT 1', [], away), new AggregateError([away])])
      expect(explainError(error)).toEqual({ sentence, isExpected: true });
  });

  test.each([
    [{ password: 'wrong' }, /^The database rejected the connection or statement: it does not accept the password/],
    [{ database: 'nowhere' }, /^The database rejected the connection or statement: there is no such database/],
  ])('a database that rejects %j', async (settings, sentence) => {
    const explained = explainError(await failureOf(connect(settings)));
    expect(explained.sentence).toMatch(sentence);
    expect(explained.isExpected).toBe(true);
  });

  test('a data folder that cannot be created', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(explainError(failing(() => mkdirSync(join(file, 'data')))).sentence).toMatch(
      /a-file\/data cannot be written: a part of the path is a file \(ENOTDIR\)\.$/,
    );
  });

  test('invalid settings, one line each', () => {
    expect(explainError(new ConfigError(['One.', 'Two.']))).toEqual({ sentence: 'One.\nTwo.', isExpected: true });
  });
});

test('an unexpected error names its causes and is to be logged', () => {
  const error = new Error('Outer\n  with more', { cause: new Error('inner') });
  expect(explainError(error)).toEqual({ sentence: 'Outer (inner)', isExpected: false });
});

test('a server whose port is taken says so in one sentence and stops its database', async () => {
  buildWhereMissing();
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), DEMO: '0', PORT: String(port) };
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const stderr = text(child.stderr);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, await stderr]).toEqual([
    1,
    `Port ${port} is used by another program. Stop that one, or set PORT to another port.\n`,
  ]);
});
