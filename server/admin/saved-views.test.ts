import { expect, test } from 'vitest';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';

const { app, ...shop } = await openTestApp();
const meiLing = await makeSignedInCustomer(shop, { staffRole: 'fulfilment' });
const amir = await makeSignedInCustomer(shop, { staffRole: 'support' });

const save = (body: object, by = meiLing) => post(app, '/api/admin/orders/views/save', body, by);
const list = async (by = amir) => (await get(app, '/api/admin/orders/views', by)).body.rows;

test('a filter that one member of staff names is there for all, and another of this name takes its place', async () => {
  const filter = { q: 'siti', status: 'paid' };
  expect((await save({ name: ' To pack ', filter })).status).toBe(204);
  expect(await list()).toEqual([{ id: expect.any(String), name: 'To pack', filter }]);
  expect((await save({ name: 'To pack', filter: { status: 'packed' } }, amir)).status).toBe(204);
  const [view] = await list();
  expect(view.filter).toEqual({ status: 'packed' });
  const remove = () => post(app, '/api/admin/orders/views/remove', { id: view.id }, meiLing);
  expect((await remove()).status).toBe(204);
  expect(errorOf(await remove())).toEqual([404, 'not_found']);
  expect(await list()).toEqual([]);
});

test('what is no filter of orders is not saved, nor more than thirty views', async () => {
  for (const filter of [{ status: 'lost' }, { q: 'x'.repeat(500) }, 'status=paid'])
    expect([filter, (await save({ name: 'Wrong', filter })).status]).toEqual([filter, 422]);
  for (let made = 0; made < 30; made += 1) expect((await save({ name: `View ${made}`, filter: {} })).status).toBe(204);
  expect(errorOf(await save({ name: 'One more', filter: {} }))).toEqual([409, 'too_many']);
  expect(await list()).toHaveLength(30);
});
