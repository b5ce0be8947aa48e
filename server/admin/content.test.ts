import { expect, test } from 'vitest';
import { makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { errorOf, get, post } from '../../tests/test-app.ts';
import { listenTo } from '../db/connection.ts';
import { waitUntil } from '../startup.ts';

const shop = await openStorefront();
const { app, pool, connect, channels, visit } = shop;
const nora = await makeSignedInCustomer(shop, { staffRole: 'catalogue', displayName: 'Nora' });
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });
const isbn = '9786299900016';
await makeProduct(shop, { title: 'Salina', isbn });

const home = async () => (await get(app, '/api/admin/home', nora)).body;
const publish = (version: number, content: unknown, { token } = nora) =>
  post(app, '/api/admin/home/publish', { version, content }, { token });
const page = (text: string, days: object = {}) => ({
  sections: [{ form: 'featured', book: isbn, text: { en: text }, by: 'Nora', ...days }],
});

test('what a bookseller publishes is on the home page, under their name in the audit trail', async () => {
  expect(await home()).toEqual({ version: 0, content: null, actor: null, published_at: null });
  const listener = listenTo(connect, channels);
  expect((await publish(0, page('Read this on Friday.'))).body.version).toBeGreaterThan(0);
  await waitUntil(async () => (await visit('/')).payload.includes('Read this on Friday.'), {
    seconds: 10,
    what: 'the home page',
  });
  await listener.stop();
  const { version, actor, content } = await home();
  expect([actor, content]).toEqual(['Nora', page('Read this on Friday.')]);
  const { rows: entries } = await pool.query("SELECT actor, details FROM audit_entry WHERE event = 'staff'");
  expect(entries).toEqual([
    {
      actor: 'Nora',
      details: { verb: 'home publish', about: 'home', before: { version: 0 }, after: { version } },
    },
  ]);
});

test('a section waits for its first day', async () => {
  const { version } = await home();
  expect((await publish(version, page('Not yet.', { from: '2999-01-01' }))).status).toBe(200);
  expect((await visit('/?fresh')).payload).not.toContain('Not yet.');
});

test('of two people who publish at once one wins, and nothing of the other is published', async () => {
  const { version } = await home();
  const both = await Promise.all([publish(version, page('Mine.'), nora), publish(version, page('Hers.'), lina)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(errorOf(both.find(({ status }) => status === 409)!)).toEqual([409, 'edited_meanwhile']);
  expect((await home()).content).toEqual(page(both[0].status === 200 ? 'Mine.' : 'Hers.'));
});

test('a mistake is named by its place, and changes nothing', async () => {
  const before = await home();
  const { sections } = page('x');
  const unknown = await publish(before.version, { sections: [...sections, { ...sections[0], book: '9786299900017' }] });
  expect(unknown.body.errors).toMatchObject([{ path: 'content.sections.1.book' }]);
  const unsold = await publish(before.version, { sections: [{ ...sections[0], book: '9783161484100' }] });
  expect([unsold.status, unsold.body.errors]).toMatchObject([422, [{ path: 'content.sections.0' }]]);
  expect((await publish(before.version, { sections: [] })).status).toBe(422);
  expect(await home()).toEqual(before);
});

test('titles are found by ISBN, those that are not for sale are not', async () => {
  const { body } = await get(app, `/api/admin/home/titles?isbns=${isbn},9783161484100,x`, nora);
  expect(body).toEqual({ titles: [{ isbn, title: 'Salina' }] });
});
