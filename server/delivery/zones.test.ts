import { expect, test } from 'vitest';
import { zonesInSen } from '#contract/amounts.ts';
import { DEFAULT_DISPATCH } from '#domain/delivery-promise.ts';
import { DEFAULT_ZONES, type Zone } from '#domain/shipping.ts';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { ADDRESS, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { listenTo } from '../db/connection.ts';
import { waitUntil } from '../startup.ts';
import { removeZone, saveZone, ZonesOverlapError, listZones, ZoneCache, ZONES_CHANGED } from './zones.ts';

const shop = await openTestApp();
const { app, deps, connect } = shop;
const { db } = deps;

const NORTH: Zone = {
  name: 'North',
  ranges: [
    { from: 1000, to: 2999 },
    { from: 5000, to: 9999 },
  ],
  cost: 1200,
  freeFrom: 200_00,
  states: ['Kedah', 'Perlis'],
  transit: { from: 2, to: 3 },
  dispatch: DEFAULT_DISPATCH,
};

async function withNorth(work: () => Promise<void>): Promise<void> {
  await saveZone(db, NORTH);
  try {
    await work();
  } finally {
    await removeZone(db, NORTH.name);
  }
}

test('a new shop has the zones of the specification', async () => {
  expect(await listZones(db)).toEqual(DEFAULT_ZONES);
  const { body } = await get(app, '/api/site/delivery-zones');
  expect(body.items[0]).toMatchObject({ ranges: [{ from: '10000', to: '86900' }], cost: 8, free_from: 131 });
  expect(zonesInSen(body.items)).toEqual(DEFAULT_ZONES);
});

test('a new zone is delivered to at its price, which the order stores', async () => {
  const title = await makeProduct(shop, { listPrice: 40_00 });
  const order = () =>
    placeOrder(app, {
      lines: [title],
      address: { ...ADDRESS, email: 'north@mail.test', zip: '05000' },
      changes: { shippingCost: 12 },
    });
  const before = await order();
  expect([errorOf(before), before.body.errors]).toEqual([
    [422, 'invalid'],
    [{ path: 'address.zip', message: 'Postal Code Invalid' }],
  ]);
  await withNorth(async () => {
    const after = await order();
    expect([after.status, after.body.shippingCost]).toEqual([201, 12]);
    const { rows } = await shop.pool.query('SELECT price_breakdown AS explanation FROM "order" WHERE id = $1', [
      after.body.id,
    ]);
    expect(rows[0].explanation.delivery).toMatchObject({ from: 5000, to: 9999, threshold: 200_00 });
  });
  expect((await order()).status).toBe(422);
});

test('an address can be saved only while its zone exists', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const save = () => post(app, '/customer/address/add', { ...ADDRESS, zip: '05000', state: 'Kedah' }, { token });
  expect((await save()).body.errors).toEqual([{ path: 'zip', message: 'Postal Code Invalid' }]);
  await withNorth(async () => expect((await save()).status).toBe(200));
  expect((await save()).status).toBe(422);
});

test('an order with an outdated delivery cost is rejected with the new one', async () => {
  const title = await makeProduct(shop, { listPrice: 40_00 });
  await withNorth(async () => {
    await saveZone(db, { ...NORTH, cost: 1500 });
    const address = { ...ADDRESS, email: 'north@mail.test', zip: '05000' };
    const stale = await placeOrder(app, { lines: [title], address, changes: { shippingCost: 12 } });
    expect([errorOf(stale), stale.body.cart.shippingCost]).toEqual([[409, 'price_changed'], 15]);
    expect((await placeOrder(app, { lines: [title], address, changes: { shippingCost: 15 } })).status).toBe(201);
  });
});

test.each<[string, Zone]>([
  ['another zone', { ...NORTH, ranges: [{ from: 9000, to: 10_000 }] }],
  ['itself', { ...NORTH, ranges: [NORTH.ranges[0]!, NORTH.ranges[0]!] }],
])('a postal code cannot be in two ranges: %s', async (_, zone) => {
  await withNorth(async () => {
    await expect(saveZone(db, zone)).rejects.toThrow(ZonesOverlapError);
    expect(await listZones(db)).toContainEqual(NORTH);
  });
});

test('every server reloads the zones when they change', async () => {
  const cache = new ZoneCache(db);
  const drop = () => cache.drop();
  let isListening = false;
  const channel = { onMessage: drop, onReconnect: () => (isListening = true) };
  const listener = listenTo(connect, { [ZONES_CHANGED]: channel });
  await waitUntil(() => isListening, { seconds: 10, what: 'the listener to be there' });
  const zones = await cache.get();
  expect(zones).toEqual(DEFAULT_ZONES);
  expect(await cache.get()).toBe(zones);
  const has = (name: string) => async () => (await cache.get()).some((zone) => zone.name === name);
  await withNorth(() => waitUntil(has('North'), { seconds: 10, what: 'the new zone to be seen' }));
  await waitUntil(async () => !(await has('North')()), { seconds: 10, what: 'the removed zone to be gone' });
  await listener.stop();
});
