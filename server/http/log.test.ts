import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { registerErrorHandler } from './error-responses.ts';
import { createFastify } from './fastify.ts';

const SECRET = 'bk_averysecretaccesstoken';
const lines: string[] = [];
const logTo = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const config = readConfig({ LOG_LEVEL: 'trace' });
const app = await createFastify(config, { log: openLog(config, logTo) });
registerErrorHandler(app);
app.get('/api/guest-orders/:token', async () => ({}));
app.post('/customer/auth/login', async () => {
  throw new Error('broken\r\n{"level":60,"msg":"forged"}');
});
app.get('/statement', async () => {
  throw new DrizzleQueryError('SELECT $1', [SECRET, 'two\nlines'], new Error('no answer'));
});
afterAll(() => app.close());

test('the log contains no access token, cookie, password or link', async () => {
  const headers = { authorization: `Bearer ${SECRET}`, cookie: `bk=${SECRET}` };
  await app.inject({ method: 'POST', url: '/customer/auth/login', headers, payload: { password: SECRET } });
  await app.inject({ url: `/api/guest-orders/${SECRET}` });
  await app.inject({ url: '/statement' });
  expect(lines.join('')).toMatch(/SELECT \$1.*no answer/);
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
});

test('each line of the log is one record with the request’s id, whatever was sent', async () => {
  lines.length = 0;
  const headers = { 'user-agent': 'x\u001b[31m${jndi}' };
  const response = await app.inject({
    method: 'POST',
    url: '/customer/auth/login?%0a{"level":60}',
    headers,
    payload: {},
  });
  const records = lines.map((line) => JSON.parse(line));
  expect(records.filter((record) => record.level === 50)).toHaveLength(1);
  expect(records.every((record) => record.reqId === response.headers['x-request-id'])).toBe(true);
  expect(records.some((record) => record.level === 60)).toBe(false);
});
