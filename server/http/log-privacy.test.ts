import { Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { makeProduct, makeSignedInCustomer, orderPayload } from '../../tests/factories.ts';
import { get, post } from '../../tests/test-app.ts';
import { buildApp } from '../app.ts';
import { openLog } from '../log.ts';

const lines: string[] = [];
const to = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const shop = await testShop();
const { app } = await buildApp({ ...shop.deps, log: openLog({ logLevel: 'trace' }, to) });
afterAll(() => app.close());

/** What nobody is to find in a log; the address is of TEST-NET-3. */
const PERSON = {
  email: 'zulaikha@persona.test',
  name: 'Zulaikha Persona',
  line1: '12, Jalan Rahsia',
  phone: '012-987 6543',
  password: 'Kata-Laluan-77',
  search: 'buku-rahsia-saya',
  message: 'Bungkusan saya hilang',
};
const TOKEN = 'tokenrahsia_'.padEnd(43, 'x');
const IP = '203.0.113.77';
const SECRETS = /zulaikha|persona\b|rahsia|9876543|987 6543|kata-laluan|bungkusan|203\.0\.113\.77/i;

const visitor = { ip: IP, headers: { 'user-agent': 'Persona/1', cookie: `bk=${TOKEN}` } };

/** Each statement of requests fails from here on, and says of what it was given. */
async function breakTables(): Promise<void> {
  for (const table of ['customer', 'ticket', 'product_change', 'search_text'])
    await shop.pool.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
}

const product = await makeProduct(shop);
const staff = await makeSignedInCustomer(shop, { staffRole: 'manager' });
const address = {
  name: PERSON.name,
  phone: PERSON.phone,
  line1: PERSON.line1,
  email: PERSON.email,
  city: 'Ipoh',
  state: 'Perak',
  zip: '30000',
};
const ticket = { email: PERSON.email, name: PERSON.name, subject: PERSON.message, message: PERSON.message };
const { email, password } = PERSON;
const account = { email, password, confirmPassword: password, displayName: PERSON.name };
const reports = [{ type: 'error', kind: 'error', message: `no "${PERSON.name}" <${PERSON.email}>`, page: '' }];
const csp = { documentURL: `https://shop.test/order/${TOKEN}`, blockedURL: `https://x.test/${TOKEN}` };

/** Everything that a person does; returns how some of it was answered. */
async function act() {
  const register = await post(app, '/customer/auth/register', account, visitor);
  await post(app, '/customer/auth/login', { username: PERSON.email, password: PERSON.password }, visitor);
  await post(app, '/api/auth/forgot-password', { email: PERSON.email }, visitor);
  const order = await post(
    app,
    '/customer/order/set',
    orderPayload({ lines: [product], address, zip: '30000' }),
    visitor,
  );
  const contact = await post(app, '/customer/ticket/add', ticket, { ...visitor, token: staff.token });
  await get(app, `/api/guest-orders/${TOKEN}?email=${PERSON.email}`, visitor);
  await get(app, `/order/${TOKEN}`, visitor);
  await get(app, `/lists/${TOKEN}`, visitor);
  const search = await get(app, `/api/site/products?q=${PERSON.search}`, visitor);
  const staffSearch = await get(app, `/api/admin/customers?q=${encodeURIComponent(PERSON.email)}`, {
    ...visitor,
    token: staff.token,
  });
  await get(app, `/api/orders/${PERSON.search}`, { ...visitor, token: TOKEN });
  await post(app, '/api/browser-reports', { area: 'customer', reports }, visitor);
  await app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    remoteAddress: IP,
    headers: { 'content-type': 'application/reports+json' },
    payload: JSON.stringify([{ body: { ...csp, effectiveDirective: 'img-src', sample: PERSON.name } }]),
  });
  await app.inject({
    method: 'POST',
    url: '/customer/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"username": "${PERSON.email}`,
  });
  return [register, order, contact, search, staffSearch].map(({ status }) => status);
}

test('no line of the log names a person, a token or an address, whatever they do', async () => {
  const statuses = await act();
  await breakTables();
  await act();
  expect(statuses).toEqual([200, 201, 200, 200, 200]);
  const records = lines.map((line) => JSON.parse(line));
  const internal = records.filter(({ msg }) => msg === 'internal error');
  expect(internal.length).toBeGreaterThan(3);
  expect(records.some(({ blocked }) => blocked === 'https://x.test')).toBe(true);
  expect(records.some(({ msg }) => msg === 'error in a browser')).toBe(true);
  expect(lines.filter((line) => SECRETS.test(line))).toEqual([]);
});

test('an error is logged without the values and addresses that it quotes', async () => {
  const log = openLog({ logLevel: 'info' }, to);
  lines.length = 0;
  const invalid = await shop.pool.query('SELECT $1::text::int', [PERSON.search]).catch((error: unknown) => error);
  log.error({ err: invalid }, 'quoted');
  log.error({ err: new Error(`550 <${PERSON.email}> is unknown`, { cause: new Error(`no ${TOKEN}`) }) }, 'refused');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('invalid input syntax for type integer');
  expect(lines[1]).toContain('is unknown');
  expect(lines.filter((line) => SECRETS.test(line))).toEqual([]);
});
