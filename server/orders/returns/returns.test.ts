import sharp from 'sharp';
import { expect, test } from 'vitest';
import { expectIntegrity } from '../../../tests/database.ts';
import { renderedEmailsTo } from '../../../tests/emails.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../../tests/factories.ts';
import { countValues, get, openTestApp, post, runConcurrently } from '../../../tests/test-app.ts';
import { toApiError } from '../../http/error-responses.ts';
import { anonymizeOrders } from '../../privacy/anonymize-customer.ts';
import { databaseOn } from '../../db/connection.ts';
import { requestRefund } from '../refunds/create-refund.ts';
import { transitionRefund } from '../refunds/transition-refund.ts';
import { acceptReturn } from './accept-return.ts';
import { listReturns, requireReturn } from './queries.ts';
import { addReturnPhotos, deleteOldReturnPhotos, deleteStrayPhotoFiles, findReturnPhoto } from './return-photos.ts';

const shop = await openTestApp({ DATABASE_POOL: '40' });
const { app, deps, pool } = shop;

const outcome = (work: Promise<unknown>, done: string): Promise<string> =>
  work.then(
    () => done,
    (error: unknown) => toApiError(error).code,
  );

/** An order of two copies at RM 40 each, and the return of one of them. */
async function returned(state: 'shipped' | 'delivered' = 'delivered') {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock: 5, listPrice: 4000, memberPrice: 4000 });
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, state });
  const items = [{ id: order.lines[0]!.id, qty: 1 }];
  const ask = { id: order.id, reason: 'damaged', note: 'Torn.', items };
  const { body: refund } = await post(app, '/customer/order/refund', ask, me);
  const see = async () => (await get(app, `/api/orders/${order.id}`, me)).body;
  return { me, order, refundId: refund.id as string, see };
}

function photo(seed: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg') {
  const background = { r: seed % 256, g: 80, b: 120 };
  return sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '3/1 8/1 0/1' } })
    .toFormat(format)
    .toBuffer();
}

test('a return is requested, accepted, received and refunded, and each step is told', async () => {
  const { me, refundId, see } = await returned();
  const statusOf = async () => (await see()).refunds[0].return;
  expect(await statusOf()).toEqual({ number: expect.stringMatching(/^R-\d{4}$/), status: 'requested', photos: [] });
  await acceptReturn(deps, refundId, 'mei');
  expect((await statusOf()).status).toBe('accepted');
  await transitionRefund(deps, refundId, { to: 'approved', actor: 'mei' });
  expect((await statusOf()).status).toBe('received');
  await transitionRefund(deps, refundId, { to: 'paid_out', actor: 'mei', channel: 'transfer' });
  const { timeline, refunds } = await see();
  expect(refunds[0].return.status).toBe('refunded');
  const told = timeline.map(({ status }: { status: string }) => status).slice(5);
  expect(told).toEqual(['return_requested', 'return_accepted', 'return_received', 'refund_paid_out']);
  const kinds = (await renderedEmailsTo(deps, me.email)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'return_accepted')).toHaveLength(1);
  await expectIntegrity(pool);
});

test('of twenty who accept one return one does, and none once it is declined', async () => {
  const { refundId } = await returned('shipped');
  const outcomes = await runConcurrently(20, 20, () => outcome(acceptReturn(deps, refundId, 'mei'), 'accepted'));
  expect(countValues(outcomes)).toEqual({ accepted: 1, too_late: 19 });
  const { refundId: other } = await returned();
  await transitionRefund(deps, other, { to: 'declined', actor: 'mei', note: 'No.' });
  expect(await outcome(acceptReturn(deps, other, 'mei'), 'accepted')).toBe('too_late');
});

test('what was not shipped yet is refunded without a return', async () => {
  const me = await makeSignedInCustomer(shop);
  const order = await makeOrder(shop, { lines: [await makeProduct(shop)], token: me.token, state: 'packed' });
  await post(app, '/customer/order/refund', { id: order.id, reason: 'other' }, me);
  const { refunds } = (await get(app, `/api/orders/${order.id}`, me)).body;
  expect(refunds).toMatchObject([{ status: 'requested' }]);
  expect(refunds[0].return).toBeUndefined();
});

test('the staff finds returns by their state and number', async () => {
  const { refundId } = await returned();
  const [newest] = await listReturns(deps.db, { limit: 1, state: 'requested' });
  expect(newest).toMatchObject({ refund_id: refundId, reason: 'damaged', is_withdrawal: false });
  await acceptReturn(deps, refundId, 'mei');
  expect(await listReturns(deps.db, { limit: 1, state: 'accepted' })).toMatchObject([{ refund_id: refundId }]);
  expect(await requireReturn(deps.db, newest!.number.toLowerCase())).toMatchObject({ refund: { note: 'Torn.' } });
  expect(await outcome(requireReturn(deps.db, 'R-1'), 'found')).toBe('not_found');
});

test('photos are encoded anew, without what the camera wrote, and each is stored once', async () => {
  const { refundId, see } = await returned();
  const first = await photo(1);
  expect(first.includes('SecretCamera')).toBe(true);
  await addReturnPhotos(deps, refundId, [first, await photo(2, 'png'), first]);
  await addReturnPhotos(deps, refundId, [await photo(3, 'webp'), first]);
  const { photos } = (await see()).refunds[0].return;
  expect(photos).toHaveLength(3);
  for (const id of photos) {
    const stored = await findReturnPhoto(deps, id);
    const { format, exif, width } = await sharp(stored).metadata();
    expect([format, exif, width, stored!.includes('SecretCamera')]).toEqual(['jpeg', undefined, 300, false]);
  }
});

test('a large photo is made smaller', async () => {
  const { refundId, see } = await returned();
  const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer();
  await addReturnPhotos(deps, refundId, [large]);
  const [id] = (await see()).refunds[0].return.photos;
  expect(await sharp(await findReturnPhoto(deps, id)).metadata()).toMatchObject({ width: 1600, height: 1200 });
});

test('what is no picture, cut off, too many or too late changes nothing', async () => {
  const { refundId, see } = await returned();
  const good = await photo(1);
  const add = (...files: Buffer[]) => outcome(addReturnPhotos(deps, refundId, files), 'added');
  expect(await add(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toBe(
    'photo_invalid',
  );
  expect(await add(good, good.subarray(0, good.length / 2))).toBe('photo_invalid');
  expect(await add(Buffer.alloc(15_000_001))).toBe('too_large');
  expect(await add(...Array.from({ length: 7 }, () => good))).toBe('too_many');
  expect((await see()).refunds[0].return.photos).toEqual([]);
  await transitionRefund(deps, refundId, { to: 'declined', actor: 'mei', note: 'No.' });
  expect(await add(good)).toBe('too_late');
  expect((await see()).refunds[0].return.photos).toEqual([]);
});

test('of many uploads at once no more photos are kept than a return may have', async () => {
  const { refundId, see } = await returned();
  const files = await Promise.all(Array.from({ length: 8 }, (_, index) => photo(index * 20)));
  const outcomes = await Promise.all(files.map((file) => outcome(addReturnPhotos(deps, refundId, [file]), 'added')));
  expect(countValues(outcomes)).toEqual({ added: 6, too_many: 2 });
  expect((await see()).refunds[0].return.photos).toHaveLength(6);
});

test('photos of an erased order and of an old return are deleted with their files', async () => {
  const [erased, old, kept] = [await returned(), await returned(), await returned()];
  for (const { refundId } of [erased, old, kept]) await addReturnPhotos(deps, refundId, [await photo(9)]);
  const ids = await Promise.all([erased, old, kept].map(async ({ see }) => (await see()).refunds[0].return.photos[0]));
  for (const { refundId } of [erased, old, kept])
    await transitionRefund(deps, refundId, { to: 'declined', actor: 'mei', note: 'No.' });
  await pool.query('UPDATE email_message SET sent_at = now()');
  await anonymizeOrders(deps.db, erased.me.id, `${erased.me.id}@deleted.invalid`);
  await pool.query("UPDATE refund_event SET at = now() - interval '181 days' WHERE refund_id = $1", [old.refundId]);
  const client = await pool.connect();
  expect(await deleteOldReturnPhotos(databaseOn(client))).toBe(1);
  await deps.storage.put('returns/0198f0a0-0000-7000-8000-000000000000.jpg', Buffer.from('x'), 'image/jpeg');
  expect(await deleteStrayPhotoFiles(databaseOn(client), deps.storage)).toBe(1);
  const tomorrow = Date.now() + 86_400_000;
  expect(await deleteStrayPhotoFiles(databaseOn(client), deps.storage, tomorrow)).toBeGreaterThanOrEqual(2);
  client.release();
  const found = await Promise.all(ids.map((id) => findReturnPhoto(deps, id)));
  expect(found.map((file) => file !== undefined)).toEqual([false, false, true]);
});

test('a withdrawal is confirmed with its date, needs no consent, and ends two weeks after delivery', async () => {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock: 5, listPrice: 4000, memberPrice: 4000 });
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, state: 'delivered' });
  const items = [{ id: order.lines[0]!.id, qty: 1 }];
  const body = { id: order.id, reason: 'changed_mind' as const, items };
  const withdraw = (amount: number) => requestRefund(deps, { body, amount, isWithdrawal: true });
  expect(await outcome(withdraw(39), 'withdrawn')).toBe('refund_changed');
  await withdraw(40);
  const { refunds, timeline } = (await get(app, `/api/orders/${order.id}`, me)).body;
  expect(refunds).toMatchObject([{ status: 'requested', return: { status: 'accepted' } }]);
  expect(timeline.at(-1)).toMatchObject({ status: 'withdrawal', amount: 40 });
  await expectIntegrity(pool);
  const email = (await renderedEmailsTo(deps, me.email)).find(({ kind }) => kind === 'withdrawal_received');
  expect(email!.text).toMatch(/on \d+ \w+ 20\d\d at/);
  for (const word of [order.number, order.lines[0]!.title, 'RM 40.00', '14 days']) expect(email!.text).toContain(word);
  await pool.query(
    "UPDATE order_event SET at = now() - interval '14 days 1 minute' WHERE order_id = $1 AND state = 'delivered'",
    [order.id],
  );
  expect(await outcome(withdraw(40), 'withdrawn')).toBe('too_late');
});
