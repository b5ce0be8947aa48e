import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { customer, orderMove } from '../server/db/tables.ts';
import { seedDemo } from '../server/demo/seed-demo.ts';
import { testShop } from '../tests/database.ts';
import { findVerb } from './find-verb.ts';
import { parseCall } from './parse-call.ts';
import type { Answer } from './verb.ts';
import { VERBS } from './verbs.ts';

const shop = await testShop();
await seedDemo(shop.deps);
const folder = mkdtempSync(join(tmpdir(), 'halaman-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Calls a verb in the seeded shop. */
async function run(...typed: string[]): Promise<Answer> {
  const found = findVerb(VERBS, typed);
  if ('help' in found || found.verb.opens !== 'shop') throw new Error(`${typed.join(' ')} needs no shop.`);
  return found.verb.run(parseCall(found.verb, found.rest), shop);
}

test('an order goes its way, by its number with or without letters, and each move says who made it', async () => {
  await run('order', 'mark-paid', 'bk-100006');
  await run('order', 'pack', '100006');
  const shipped = await run('order', 'ship', 'BK-100006', '--carrier', 'Pos Laju', '--tracking', 'EN1MY');
  expect(shipped.text).toBe('The order BK-100006 is shipped now.');
  expect(shipped.data).toMatchObject({ status: 'shipped', shipments: [{ carrier: 'Pos Laju', tracking: 'EN1MY' }] });
  await run('order', 'deliver', 'BK-100006');
  const { data, text } = await run('order', 'show', 'BK-100006');
  const { id, timeline } = data as { id: string; timeline: { status: string }[] };
  expect(timeline.map((move) => move.status)).toEqual(['placed', 'paid', 'packed', 'shipped', 'delivered']);
  for (const word of ['BK-100006', 'delivered', 'Jalan Telawi', 'EN1MY', 'RM ']) expect(text).toContain(word);
  const moves = await shop.deps.db.select().from(orderMove).where(eq(orderMove.orderId, id)).orderBy(orderMove.id);
  expect(moves.map((move) => move.actor)).toEqual(['customer', 'operator', 'operator', 'operator', 'operator']);
});

test('a move that an order does not allow says which it would take', async () => {
  await expect(run('order', 'cancel', '100001')).rejects.toThrow(
    'The order BK-100001 is delivered; only one that is placed or paid can become cancelled.',
  );
  await expect(run('order', 'show', '9')).rejects.toThrow('There is no order BK-9.');
});

test('a parcel is described on one line', async () => {
  await expect(run('order', 'ship', '100005', '--carrier', 'Pos\nLaju', '--tracking', 'x')).rejects.toThrow(
    '1 to 100 characters on one line',
  );
});

test('orders are listed newest first, by state and number', async () => {
  const { data } = await run('order', 'list', '--limit', '2');
  expect(data).toMatchObject([
    { number: 'BK-100007', copies: 1 },
    { number: 'BK-100006', copies: 2 },
  ]);
  expect((await run('order', 'list', '--state', 'packed')).text).toBe('There are no such orders.');
  await expect(run('order', 'list', '--state', 'lost')).rejects.toThrow('--state must be one of placed, paid');
  await expect(run('order', 'list', '--limit', '0')).rejects.toThrow('--limit must be a whole number from 1');
});

test('an account is activated by hand once', async () => {
  await shop.deps.db.update(customer).set({ activatedAt: null }).where(eq(customer.username, 'newcomer'));
  expect((await run('user', 'list')).text).toContain('not activated');
  const { text, data } = await run('user', 'activate', 'Newcomer@Example.com');
  expect(text).toBe('The account of newcomer@example.com is active now.');
  expect(data).toMatchObject({ username: 'newcomer', activated_at: expect.any(String), orders: 0 });
  expect((await run('user', 'activate', 'newcomer')).text).toContain('was active already');
  expect(JSON.stringify((await run('user', 'show', 'reader')).data)).not.toContain('argon2');
  await expect(run('user', 'show', 'nobody')).rejects.toThrow('There is no account nobody.');
});

test('mails are listed and shown as they are sent', async () => {
  const { data } = await run('mail', 'list', '--state', 'waiting', '--limit', '1');
  const [first] = data as { id: string; to: string }[];
  expect(first).toMatchObject({ to: 'reader@example.com', state: 'waiting' });
  const { text } = await run('mail', 'show', first!.id);
  expect(text).toContain('Subject  ');
  await expect(run('mail', 'show', 'nonsense')).rejects.toThrow('There is no mail nonsense.');
});

test('coupons are listed with what they take and their state', async () => {
  const { data, text } = await run('coupon', 'list');
  expect(data).toContainEqual(
    expect.objectContaining({ code: 'WELCOME10', state: 'active', percent: 10, per_unit: null }),
  );
  expect(data).toContainEqual(expect.objectContaining({ code: 'BIG200', per_unit: 20, minimum_total: 200 }));
  expect(data).toContainEqual(expect.objectContaining({ code: 'EXPIRED', state: 'ended' }));
  expect(text).toContain('RM 20.00 a copy');
});

test('an export is imported again without a new title, and a dry run changes nothing', async () => {
  const file = join(folder, 'books.csv');
  await run('export', 'csv', file);
  expect((await run('import', 'csv', file)).data).toMatchObject({ titles: 360, added: 0, known: 360, rejected: [] });
  writeFileSync(file, `${readFileSync(file, 'utf8')}w-1,,One more,,A. Nother,paperback,9.90,,1,en,,,,,,,,,\n`);
  expect((await run('import', 'csv', file, '--dry-run')).data).toMatchObject({ dry_run: true, added: 1 });
  expect((await run('import', 'csv', file, '--dry-run')).data).toMatchObject({ added: 1 });
  expect((await run('reindex')).data).toEqual({ titles: 360 });
});

test('an import lists what it set aside, and fails where nothing was left', async () => {
  const file = join(folder, 'bad.csv');
  writeFileSync(file, 'title,contributors,format,list_price,language\nEmma,Jane Austen,scroll,1,en\n');
  const { text, data, failure } = await run('import', 'csv', file);
  expect(text).toMatch(/LINE +TITLE +REASON\n2 +Emma +The format "scroll" is none of/);
  expect(data).toMatchObject({ titles: 0, rejected: [{ line: 2, title: 'Emma' }] });
  expect(failure).toContain('has no row that could be taken');
});

test('the demo goes only into an empty shop', async () => {
  await expect(run('seed')).rejects.toThrow('The shop has titles already; the demo goes only into an empty one.');
});
