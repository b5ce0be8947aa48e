import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderEvent, paymentEvent } from '../../server/db/tables.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { expectIntegrity, testShop } from '../../tests/database.ts';
import { readPdf } from '../../tests/read-pdf.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
await seedDemo(shop.deps);
const run = commandsIn(shop);

async function listRefunds(...options: string[]): Promise<{ id: string; order: string; status: string }[]> {
  return (await run('refund', 'list', ...options)).data as never;
}

test('the demo has a refund that is requested and two that are paid out', async () => {
  expect(await listRefunds()).toMatchObject([
    { order: 'BK-100002', status: 'requested', reason: 'changed_mind', email: 'reader@example.com' },
    { order: 'BK-100001', status: 'paid_out', reason: 'damaged' },
    { order: 'BK-99993', status: 'paid_out', reason: 'wrong_item' },
  ]);
  expect((await run('refund', 'list', '--state', 'approved')).text).toBe('There are no such refunds.');
  await expect(run('refund', 'list', '--state', 'lost')).rejects.toThrow('--state must be one of requested, approved');
  await expectIntegrity(shop.pool);
});

test('a refund is approved and paid out, and each command prints what it did', async () => {
  const [{ id } = { id: '' }] = await listRefunds('--state', 'requested');
  const approved = await run('refund', 'approve', id);
  expect(approved.text).toMatch(/^The refund of RM [\d.]+ for the order BK-100002 is now approved\.$/);
  expect(approved.data).toMatchObject({ status: 'approved', lines: [{ qty: 1, restocked: 1 }] });
  await expect(run('refund', 'decline', id)).rejects.toThrow(
    `The refund ${id} is approved; only one that is requested can become declined.`,
  );
  expect((await run('refund', 'pay-out', id)).data).toMatchObject({ status: 'paid_out' });
  await expect(run('refund', 'pay-out', id)).rejects.toThrow(
    `The refund ${id} is paid out; only one that is approved can become paid out.`,
  );
  const { text } = await run('refund', 'show', id);
  for (const word of ['BK-100002', 'changed_mind', 'requested', 'customer', 'operator']) expect(text).toContain(word);
  await expectIntegrity(shop.pool);
});

test('a pick list has the titles of the orders asked for, else of all that can be packed', async () => {
  expect((await run('order', 'pick-list', '100001', '9')).text).toMatch(
    /^There is nothing.*\nNot BK-100001: .*\nNot BK-9: /,
  );
  const { data } = await run('order', 'pick-list');
  expect(data).toMatchObject({ orders: ['BK-100005'], skipped: [] });
  const { text } = await run('order', 'pick-list', '100005');
  for (const word of ['The Hobbit', '9786299900733', 'BK-100005']) expect(text).toContain(word);
});

test('a paid order that is cancelled has an approved refund', async () => {
  await run('order', 'cancel', 'BK-100005');
  const [refund] = await listRefunds('--state', 'approved');
  expect(refund).toMatchObject({ order: 'BK-100005', reason: 'cancelled' });
  await run('refund', 'pay-out', refund!.id);
  expect(await listRefunds('--state', 'approved')).toEqual([]);
  await expectIntegrity(shop.pool);
});

test('a note is plain text, and an unknown refund is named', async () => {
  const [refund] = await listRefunds();
  await expect(run('refund', 'decline', refund!.id, '--note', ' ')).rejects.toThrow('--note takes 1 to 2,000');
  await expect(run('refund', 'decline', refund!.id, '--note', 'a\u001bb')).rejects.toThrow('--note takes 1 to 2,000');
  await expect(run('refund', 'show', 'nonsense')).rejects.toThrow('There is no refund nonsense');
  await expect(run('refund', 'approve', '01900000-0000-7000-8000-000000000000')).rejects.toThrow('There is no refund');
  await expect(run('refund', 'approve')).rejects.toThrow("missing required argument 'ID'");
});

test('an unmatched payment is listed until it is resolved', async () => {
  await shop.deps.db
    .insert(paymentEvent)
    .values({ id: 'evt_1', outcome: 'unmatched', checkoutSessionId: 'cs_1', paymentIntentId: 'pi_1', amount: 100 });
  expect((await run('payment', 'list')).data).toMatchObject([{ id: 'evt_1', session: 'cs_1', intent: 'pi_1' }]);
  await expect(run('payment', 'settle', 'evt_1')).rejects.toThrow('--note takes 1 to 2,000 characters');
  await run('payment', 'settle', 'evt_1', '--note', 'Refunded at the provider.');
  expect((await run('payment', 'list')).text).toBe('There are no unmatched payments.');
  await expect(run('payment', 'settle', 'evt_2', '--note', 'x')).rejects.toThrow('There is no unmatched payment evt_2');
});

test('an order is paid, packed, shipped and delivered, by its number with or without letters, and each event names its actor', async () => {
  await run('order', 'mark-paid', 'bk-100006');
  await run('order', 'pack', '100006');
  const shipped = await run('order', 'ship', 'BK-100006', '--carrier', 'Pos Laju', '--tracking', 'EN1MY');
  expect(shipped.text).toBe('The order BK-100006 is now shipped.');
  expect(shipped.data).toMatchObject({ status: 'shipped', shipments: [{ carrier: 'Pos Laju', tracking: 'EN1MY' }] });
  await run('order', 'deliver', 'BK-100006');
  const { data, text } = await run('order', 'show', 'BK-100006');
  const { id, timeline } = data as { id: string; timeline: { status: string }[] };
  expect(timeline.map(({ status }) => status)).toEqual(['placed', 'paid', 'packed', 'shipped', 'delivered']);
  for (const word of ['BK-100006', 'delivered', 'Jalan Telawi', 'EN1MY', 'RM ']) expect(text).toContain(word);
  const events = await shop.deps.db.select().from(orderEvent).where(eq(orderEvent.orderId, id)).orderBy(orderEvent.id);
  expect(events.map(({ actor }) => actor)).toEqual(['customer', 'operator', 'operator', 'operator', 'operator']);
});

test('a status change that is not allowed names the states that allow it', async () => {
  await expect(run('order', 'cancel', '100001')).rejects.toThrow(
    'The order BK-100001 is delivered; only one that is placed or paid can become cancelled.',
  );
  await expect(run('order', 'show', '9')).rejects.toThrow('There is no order BK-9.');
});

test('the packing slip of an order is a PDF in the language asked for', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'slip-')), 'slip.pdf');
  const { text } = await run('order', 'packing-slip', '100005', file, '--language', 'de');
  expect(text).toBe(`Wrote the packing slip of the order BK-100005 to ${file}.`);
  expect(readPdf(readFileSync(file)).pages.flat()).toEqual(
    expect.arrayContaining(['Packzettel', 'Bestellung BK-100005']),
  );
  await expect(run('order', 'packing-slip', '100005', file, '--language', 'xx')).rejects.toThrow(
    '--language takes one of',
  );
  await expect(run('order', 'packing-slip', '9', file)).rejects.toThrow('There is no order BK-9.');
});

test('address labels of some orders are one PDF', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'labels-')), 'labels.pdf');
  const { text } = await run('order', 'labels', file, '100005', 'BK-100006', '--paper', '100x150');
  expect(text).toBe(`Wrote 2 address labels to ${file}.`);
  const { pages } = readPdf(readFileSync(file));
  expect(pages).toEqual([expect.arrayContaining(['BK-100005']), expect.arrayContaining(['BK-100006'])]);
  await expect(run('order', 'labels', file, '9')).rejects.toThrow('There is no order with one of these numbers.');
  await expect(run('order', 'labels', file, '100005', '--paper', 'a3')).rejects.toThrow('--paper must be one of a4');
});

test('a list of parcels is tried, then ships each packed order once', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'parcels-')), 'parcels.csv');
  writeFileSync(file, 'order,tracking\nBK-100007,EN7MY\nBK-100001,EN1MY\n');
  await shop.pool.query(`UPDATE "order" SET state = 'packed' WHERE number = 'BK-100007'`);
  const outcomes = async (...options: string[]) => {
    const { data, failure } = await run('order', 'ship-list', file, '--carrier', 'J&T Express', ...options);
    return [...(data as { outcome: string }[]).map(({ outcome }) => outcome), failure];
  };
  const failure = '1 of 2 rows could not be applied.';
  expect(await outcomes('--dry-run')).toEqual(['ship', 'shipped otherwise', failure]);
  expect(await outcomes()).toEqual(['shipped', 'shipped otherwise', failure]);
  expect(await outcomes()).toEqual(['done', 'shipped otherwise', failure]);
  await expect(run('order', 'ship-list', `${file}.none`)).rejects.toThrow('cannot be read (ENOENT)');
  writeFileSync(file, 'title,price\n');
  await expect(run('order', 'ship-list', file)).rejects.toThrow('its columns are order number, carrier and tracking');
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
