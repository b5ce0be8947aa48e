import { expect, test } from 'vitest';
import { makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { errorOf, get, post } from '../../tests/test-app.ts';
import { commandsIn } from '../../tests/run-command.ts';
import { listenTo } from '../db/connection.ts';
import { ShopSettings, SETTINGS_CHANGED } from '../shop-settings/shop-settings.ts';
import { waitUntil } from '../startup.ts';
import { readPdf } from '../../tests/read-pdf.ts';

const shop = await openStorefront({ SHOP_NAME: 'Kedai', CONTACT_PHONE: '03-1' });
const { app, pool, deps, connect, channels, visit } = shop;
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });
const raj = await makeSignedInCustomer(shop, { staffRole: 'owner', displayName: 'Raj' });

type Setting = { name: string; value: unknown; default: unknown; is_set: boolean; version: number };
const settingOf = async (name: string): Promise<Setting> => {
  const { body } = await get(app, '/api/admin/settings', lina);
  return body.settings.find((one: Setting) => one.name === name);
};
const save = (changes: { name: string; value: unknown; version: number }[], { token } = lina) =>
  post(app, '/api/admin/settings/save', { changes }, { token });
/** Sets a value whatever is there. */
const set = async (name: string, value: unknown) =>
  expect((await save([{ name, value, version: (await settingOf(name)).version }])).status).toBe(204);

test('the environment is the default, what staff set counts on pages at once, and null goes back', async () => {
  expect(await settingOf('shopName')).toEqual({
    name: 'shopName',
    value: 'Kedai',
    default: 'Kedai',
    is_set: false,
    version: 0,
  });
  expect((await visit('/contact')).payload).toContain('Kedai');
  const listener = listenTo(connect, channels);
  await set('shopName', 'Pustaka');
  await set('contactPhone', '');
  expect(await settingOf('shopName')).toMatchObject({ value: 'Pustaka', is_set: true, version: 1 });
  await waitUntil(async () => (await visit('/contact')).payload.includes('Pustaka'), { seconds: 10, what: 'the name' });
  expect((await visit('/contact')).payload).not.toContain('03-1');
  await set('shopName', null);
  await set('contactPhone', null);
  expect(deps.config).toMatchObject({ shopName: 'Kedai', contact: { phone: '03-1' } });
  await listener.stop();
});

test('another server has the new value', async () => {
  const other = new ShopSettings(deps.db, deps.config);
  let isListening = false;
  const channel = { onMessage: () => void other.load(), onReconnect: () => (isListening = true) };
  const listener = listenTo(connect, { [SETTINGS_CHANGED]: channel });
  await waitUntil(() => isListening, { seconds: 10, what: 'the listener to be there' });
  await set('bankName', 'Bank Baharu');
  await waitUntil(() => other.config.bankName === 'Bank Baharu', { seconds: 10, what: 'the other server' });
  await listener.stop();
});

test('a wrong value is refused by its name, and nothing of the request is changed', async () => {
  const { body, status } = await save([
    { name: 'bankAccount', value: '1', version: 0 },
    { name: 'transferDeadline', value: 0, version: 0 },
    { name: 'contactEmail', value: 'nobody', version: 0 },
  ]);
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    422,
    ['transferDeadline', 'contactEmail'],
  ]);
  expect(await settingOf('bankAccount')).toMatchObject({ is_set: false });
  expect(errorOf(await save([{ name: 'authSecret', value: 'x', version: 0 }]))).toEqual([422, 'invalid']);
});

test('of two people who edit the same setting one wins, and the other learns of it', async () => {
  const { version } = await settingOf('taxNumber');
  const both = await Promise.all([
    save([{ name: 'taxNumber', value: 'T-1', version }], lina),
    save([{ name: 'taxNumber', value: 'T-2', version }], raj),
  ]);
  expect(both.map((one) => one.status).toSorted()).toEqual([204, 409]);
  expect(errorOf(both.find(({ status }) => status === 409)!)).toEqual([409, 'edited_meanwhile']);
  const winner = both[0].status === 204 ? ['Lina', 'T-1'] : ['Raj', 'T-2'];
  const { body } = await get(app, '/api/admin/settings/changes?name=taxNumber', lina);
  expect(body.rows).toMatchObject([{ actor: winner[0], before: null, after: winner[1], version: 1 }]);
  const { rows } = await pool.query(
    "SELECT actor, details FROM audit_entry WHERE event = 'staff' AND details->>'about' = 'taxNumber'",
  );
  expect(rows).toEqual([
    {
      actor: winner[0],
      details: {
        verb: 'settings set',
        about: 'taxNumber',
        before: { taxNumber: null },
        after: { taxNumber: winner[1] },
      },
    },
  ]);
});

test('an order keeps its deadline, and its receipt the company that sold it', async () => {
  const title = await makeProduct(shop, { stock: 10 });
  const hoursLeft = async (id: string) => {
    const { rows } = await pool.query(
      'SELECT round(extract(epoch FROM payment_due_at - placed_at) / 3600)::int AS hours FROM "order" WHERE id = $1',
      [id],
    );
    return rows[0].hours;
  };
  const place = async () => (await placeOrder(app, { lines: [title], token: raj.token })).body.id as string;
  const receipt = async (id: string) => {
    const headers = { authorization: `Bearer ${raj.token}` };
    const { rawPayload } = await app.inject({ url: `/api/orders/${id}/receipt`, headers });
    return readPdf(rawPayload).pages.flat().join(' ');
  };
  await set('companyName', 'Pustaka Lama Sdn Bhd');
  await set('registrationNumber', '2026-01');
  const before = await place();
  await set('transferDeadline', 48);
  await set('companyName', 'Pustaka Baharu Sdn Bhd');
  const after = await place();
  expect([await hoursLeft(before), await hoursLeft(after)]).toEqual([168, 48]);
  expect(await receipt(before)).toMatch(/Pustaka Lama Sdn Bhd.*2026-01/);
  expect(await receipt(after)).toMatch(/Pustaka Baharu Sdn Bhd/);
});

test('zones and the dispatch calendar are edited by version, with a history', async () => {
  const settings = async () => (await get(app, '/api/admin/settings/delivery', lina)).body;
  const { dispatch, zones } = await settings();
  expect([dispatch.version, zones.map(({ name }: { name: string }) => name)]).toEqual([0, ['peninsula', 'east']]);
  const friday = { ...dispatch, weekdays: [5] };
  expect((await post(app, '/api/admin/settings/dispatch', friday, lina)).status).toBe(204);
  expect(errorOf(await post(app, '/api/admin/settings/dispatch', friday, raj))).toEqual([409, 'edited_meanwhile']);
  const { dispatch: _, ...east } = zones[1];
  const saveZone = (zone: object, { token } = lina) => post(app, '/api/admin/settings/zones/save', zone, { token });
  expect((await saveZone({ ...east, cost: 30 })).status).toBe(204);
  expect(errorOf(await saveZone({ ...east, cost: 31 }, raj))).toEqual([409, 'edited_meanwhile']);
  const north = { ...east, name: 'north', ranges: [{ from: '01000', to: '02999' }], version: null };
  expect(errorOf(await saveZone({ ...north, ranges: [{ from: '09000', to: '11000' }] }))).toEqual([
    409,
    'zones_overlap',
  ]);
  expect((await saveZone({ ...north, ranges: [{ from: '02000', to: '01000' }] })).status).toBe(422);
  expect((await saveZone(north)).status).toBe(204);
  expect(errorOf(await saveZone(north, raj))).toEqual([409, 'edited_meanwhile']);
  expect((await settings()).zones[1]).toMatchObject({ name: 'peninsula' });
  const remove = (version: number) => post(app, '/api/admin/settings/zones/remove', { name: 'north', version }, lina);
  expect(errorOf(await remove(0))).toEqual([409, 'edited_meanwhile']);
  expect((await remove(1)).status).toBe(204);
  expect(errorOf(await remove(2))).toEqual([404, 'not_found']);
  const { body } = await get(app, '/api/admin/settings/changes?name=zone%20east', lina);
  expect(body.rows).toMatchObject([{ actor: 'Lina', before: { cost: 2700 }, after: { cost: 3000 } }]);
});

const zones = async () => (await get(app, '/api/admin/settings/delivery', lina)).body.zones;
const setZone = (zone: object, { token } = lina) => post(app, '/api/admin/settings/zones/save', zone, { token });
const SOUTH = {
  name: 'south',
  ranges: [{ from: '01000', to: '01999' }],
  cost: 9,
  free_from: 100,
  states: ['Perlis'],
  transit: { from: 1, to: 3 },
  version: null,
};

test('a new zone takes the name of none that is there, and of one that was removed', async () => {
  const [{ name, version }] = await zones();
  expect(errorOf(await setZone({ ...SOUTH, name }))).toEqual([409, 'edited_meanwhile']);
  expect((await zones())[0]).toMatchObject({ name, version });
  expect((await setZone(SOUTH)).status).toBe(204);
  const remove = (seen: number) =>
    post(app, '/api/admin/settings/zones/remove', { name: 'south', version: seen }, { token: lina.token });
  expect((await remove(1)).status).toBe(204);
  expect((await setZone(SOUTH)).status).toBe(204);
  expect((await zones())[0]).toMatchObject({ name: 'south', version: 3 });
  expect((await remove(3)).status).toBe(204);
  expect(errorOf(await setZone({ ...SOUTH, version: 3 }))).toEqual([409, 'edited_meanwhile']);
});

test('of people who edit, make or remove the same zone at once, one wins, once in history and audit trail', async () => {
  const before = (await zones()).find((zone: { name: string }) => zone.name === 'east');
  const edits = await Promise.all(
    [41, 42, 43, 44].map((cost, index) => setZone({ ...before, cost }, index % 2 ? raj : lina)),
  );
  expect(edits.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409]);
  const after = (await zones()).find((zone: { name: string }) => zone.name === 'east');
  expect(after).toMatchObject({ version: before.version + 1 });
  const { rows } = await pool.query(
    `SELECT (details->'after'->>'cost')::int AS cost FROM audit_entry
      WHERE event = 'staff' AND details->>'verb' = 'zone set' AND (details->'after'->>'cost')::int BETWEEN 4100 AND 4400`,
  );
  expect(rows).toEqual([{ cost: after.cost * 100 }]);
  const made = await Promise.all([1, 2, 3].map((cost) => setZone({ ...SOUTH, name: 'made', cost })));
  expect(made.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
  const { version } = (await zones()).find((zone: { name: string }) => zone.name === 'made');
  const mixed = await Promise.all([
    post(app, '/api/admin/settings/zones/remove', { name: 'made', version }, { token: raj.token }),
    setZone({ ...SOUTH, name: 'made', cost: 7, version }),
  ]);
  expect(mixed.map(({ status }) => status).toSorted()).toEqual([204, 409]);
});

test('zones of two names that want the same postal codes at once: one gets them', async () => {
  const ranges = [{ from: '03000', to: '03999' }];
  const both = await Promise.all(['one', 'two'].map((name) => setZone({ ...SOUTH, name, ranges })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(errorOf(both.find(({ status }) => status === 409)!)).toEqual([409, 'zones_overlap']);
});

test('a holiday that no year has is refused', async () => {
  const { dispatch } = (await get(app, '/api/admin/settings/delivery', lina)).body;
  const save = (holiday: string) =>
    post(app, '/api/admin/settings/dispatch', { ...dispatch, holidays: [holiday] }, { token: lina.token });
  expect((await save('02-30')).status).toBe(422);
  expect((await save('2027-02-30')).status).toBe(422);
  expect((await save('02-29')).status).toBe(204);
});

test('commands read and change the same settings', async () => {
  const run = commandsIn({ deps, pool, connect, close: async () => {} });
  expect((await run('settings', 'get', 'onlineDeadline')).text).toBe('1h');
  expect((await run('settings', 'set', 'onlineDeadline', '2d', '--as', 'Lina')).text).toBe('onlineDeadline: 2d');
  expect((await run('settings', 'set', 'giftWrapPrice', '6.50', '--as', 'Lina')).text).toMatch(/RM.6\.50/);
  expect(await settingOf('giftWrapPrice')).toMatchObject({ value: 650, version: 1 });
  expect((await run('settings', 'list')).text).toMatch(/onlineDeadline +2d/);
  expect((await run('settings', 'history', 'onlineDeadline')).text).toMatch(/Lina +onlineDeadline: null → 48/);
  expect((await run('settings', 'reset', 'onlineDeadline', '--as', 'Lina')).text).toBe('onlineDeadline: 1h');
  await expect(run('settings', 'set', 'onlineDeadline', 'soon')).rejects.toThrow('days (7d) or hours (12h)');
  await expect(run('settings', 'set', 'shopName', '')).rejects.toThrow('no value for shopName');
  await expect(run('settings', 'get', 'authSecret')).rejects.toThrow('no setting');
});
