import { afterAll, expect, test } from 'vitest';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { errorOf, get, post } from '../../tests/test-app.ts';
import { listenTo } from '../db/connection.ts';
import { waitUntil } from '../startup.ts';

const shop = await openStorefront({ BANK_ACCOUNT: '5140-1234' });
const { app, pool, connect, channels, visit } = shop;
const nora = await makeSignedInCustomer(shop, { staffRole: 'catalogue', displayName: 'Nora' });
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });
const listener = listenTo(connect, channels);
afterAll(() => listener.stop());

const page = async (slug: string) => (await get(app, `/api/admin/pages/${slug}`, nora)).body;
const text = (title: string, body: string) => ({ title, body });
const send = (slug: string, version: number, content: object, { publish = true, token = nora.token } = {}) =>
  post(app, '/api/admin/pages/save', { slug, version, content, publish }, { token });
const unpublish = (slug: string, version: number) =>
  post(app, '/api/admin/pages/unpublish', { slug, version }, { token: nora.token });
const waitFor = (path: string, words: string) =>
  waitUntil(async () => (await visit(path)).payload.includes(words), { seconds: 10, what: `${words} on ${path}` });

test('before anybody writes, pages have the words of the shop, and those without are not found', async () => {
  const { body } = await get(app, '/api/admin/pages', nora);
  expect(body.rows.map(({ slug, path, title, state }: Record<string, string>) => [slug, path, title, state])).toEqual([
    ['delivery', '/delivery', 'Delivery', 'default'],
    ['returns', '/returns', 'Returns', 'default'],
    ['contact', '/contact', 'Contact us', 'default'],
    ['privacy', '/privacy', 'Privacy', 'default'],
    ['about', '/about', '', 'unwritten'],
    ['terms', '/terms', '', 'unwritten'],
  ]);
  expect((await page('delivery')).content.de.body).toContain('\n\n{deliveryZones}\n\n');
  expect((await visit('/delivery')).payload).toContain('Postal codes');
  expect((await visit('/about')).statusCode).toBe(404);
  expect((await get(app, '/api/admin/pages/nothing', nora)).status).toBe(404);
});

test('what is published is on the page at once, in the language of the reader or in English, which is said', async () => {
  const content = {
    en: text(
      'About us',
      '## Who\n\nWe pay from **{bankAccount}** in {transferDeadline}. [Delivery](/delivery), [press](https://example.org).',
    ),
    de: text('Über uns', 'Wir sind [hier](/delivery).'),
  };
  expect((await send('about', 0, content)).body).toEqual({ version: 1 });
  await waitFor('/about', 'About us');
  const english = (await visit('/about')).payload;
  expect(english).toContain('<h2>Who</h2>');
  expect(english).toContain('<strong><bdi>5140-1234</bdi></strong>');
  expect(english).toContain('<a href="https://example.org" rel="nofollow noopener noreferrer">press</a>');
  expect(english).toContain('hrefLang="de"');
  expect(english).toContain('rel="canonical" href="http://shop.test/about"');
  expect((await visit('/de/about')).payload).toContain('<a href="/de/delivery">hier</a>');
  const persian = (await visit('/fa/about')).payload;
  expect(persian).toContain('این صفحه فعلاً فقط به انگلیسی در دسترس است.');
  expect(persian).toContain('<div lang="en" dir="ltr">');
  expect(persian).toContain('in <bdi>7 days</bdi>.');
  expect(persian).toContain('<a href="/fa/delivery">Delivery</a>');
});

test('a draft is for staff only, and an unpublished page is not found, or has the words of the shop again', async () => {
  expect((await send('book-club', 0, { en: text('Club', 'One.') }, { publish: false })).body).toEqual({ version: 1 });
  expect((await visit('/pages/book-club')).statusCode).toBe(404);
  expect(await page('book-club')).toMatchObject({ state: 'draft', version: 1, content: { en: { title: 'Club' } } });
  await send('book-club', 1, { en: text('Club', 'One.') });
  await waitFor('/pages/book-club', 'One.');
  await send('book-club', 2, { en: text('Club', 'Two.') }, { publish: false });
  expect((await page('book-club')).state).toBe('changed');
  expect((await visit('/pages/book-club?again')).payload).toContain('One.');
  expect((await unpublish('book-club', 3)).body).toEqual({ version: 4 });
  await waitUntil(async () => (await visit('/pages/book-club')).statusCode === 404, { seconds: 10, what: 'its end' });
  expect(await page('book-club')).toMatchObject({ state: 'unpublished', content: { en: { body: 'Two.' } } });
  expect(errorOf(await unpublish('book-club', 4))).toEqual([404, 'not_found']);
  const { versions } = await page('book-club');
  expect(versions.map((one: { status: string }) => one.status)).toEqual(['unpublished', 'draft', 'published', 'draft']);
  const first = await get(app, '/api/admin/pages/book-club/versions/1', nora);
  expect(first.body).toMatchObject({ status: 'draft', actor: 'Nora', content: { en: { body: 'One.' } } });
  await send('returns', 0, { en: text('Returns', 'Our own words.') });
  await waitFor('/returns', 'Our own words.');
  await unpublish('returns', 1);
  await waitFor('/returns', 'within 30 days');
});

test('the contact page keeps its form below what was written', async () => {
  await send('contact', 0, { en: text('Write to us', 'Any day.') });
  await waitFor('/contact', '<h1>Write to us</h1>');
  expect((await visit('/contact')).payload).toMatch(/Any day\.[^]*<form class="plain-form"[^>]* action="\/contact"/);
});

test('the address of a standard page below /pages/ leads to it', async () => {
  const { statusCode, headers } = await visit('/de/pages/delivery');
  expect([statusCode, headers.location]).toEqual([308, '/de/delivery']);
  expect((await visit('/pages/No')).statusCode).toBe(404);
});

test('what cannot be shown is named by its language, and nothing is published; HTML is shown as it was typed', async () => {
  const wrong = {
    en: text('Terms', '[x](javascript:alert(1)) {bank} ![y](/a.png)'),
    fr: text('Conditions', 'x {deliveryZones}'),
  };
  const { status, body } = await send('terms', 0, wrong);
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    422,
    ['content.en.body', 'content.en.body', 'content.en.body', 'content.fr.body'],
  ]);
  expect(body.errors[0].message).toContain('javascript:alert(1)');
  expect((await send('terms', 0, { fr: text('Conditions', 'x') })).status).toBe(422);
  expect((await send('Terms!', 0, { en: text('T', 'x') })).status).toBe(422);
  expect((await page('terms')).state).toBe('unwritten');
  await send('terms', 0, { en: text('<b>Terms</b>', '<script>alert(1)</script>') });
  await waitFor('/terms', '&lt;script&gt;alert(1)&lt;/script&gt;');
  expect((await visit('/terms')).payload).not.toContain('<b>Terms');
});

test('the preview shows what readers would see, without keeping anything', async () => {
  const draft = { locale: 'fa', title: '', body: '{transferDeadline} [x](data:1)' };
  const { body } = await post(app, '/api/admin/pages/preview', draft, { token: nora.token });
  expect(body).toMatchObject({
    blocks: [{ kind: 'paragraph', spans: [{ kind: 'fact', name: 'transferDeadline' }, ' ', 'x'] }],
    facts: { bankAccount: '5140-1234', transferDeadline: '۷ روز' },
    mistakes: [expect.stringContaining('data:1')],
  });
});

test('of two people who write at once one wins, and every change is in the audit trail', async () => {
  const { version } = await page('privacy');
  const both = await Promise.all([
    send('privacy', version, { en: text('Privacy', 'Mine.') }),
    send('privacy', version, { en: text('Privacy', 'Hers.') }, { token: lina.token }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(errorOf(both.find(({ status }) => status === 409)!)).toEqual([409, 'edited_meanwhile']);
  const winner = both[0].status === 200 ? ['Nora', 'Mine.'] : ['Lina', 'Hers.'];
  const { actor, content } = await page('privacy');
  expect([actor, content.en.body]).toEqual(winner);
  const { rows } = await pool.query(
    "SELECT actor, details FROM audit_entry WHERE event = 'staff' AND details ->> 'about' = 'privacy'",
  );
  expect(rows).toEqual([
    {
      actor: winner[0],
      details: { verb: 'page publish', about: 'privacy', before: null, after: { version: 1, status: 'published' } },
    },
  ]);
});

test('a shop has a hundred pages of its own at most, also where many are made at once', async () => {
  const { body } = await get(app, '/api/admin/pages', nora);
  const own = body.rows.filter(({ path }: { path: string }) => path.startsWith('/pages/')).length;
  await pool.query(
    `INSERT INTO content_version (kind, name, version, status, content, actor)
     SELECT 'page', 'made-' || place, 1, 'draft', '{"en": {"title": "T", "body": "B"}}', 'x' FROM generate_series(1, $1) AS place`,
    [99 - own],
  );
  const two = await Promise.all(['x', 'y'].map((slug) => send(slug, 0, { en: text('T', 'B') })));
  expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(errorOf(two.find(({ status }) => status === 409)!)).toEqual([409, 'too_many']);
});

test('versions are never changed', async () => {
  await expect(pool.query("UPDATE content_version SET actor = 'x'")).rejects.toThrow();
  await expect(pool.query('DELETE FROM content_version')).rejects.toThrow();
});
