import { afterAll, expect, test } from 'vitest';
import { makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { errorOf, get, post } from '../../tests/test-app.ts';
import { listenTo } from '../db/connection.ts';
import { waitUntil } from '../startup.ts';

const shop = await openStorefront();
const { app, pool, connect, channels, visit } = shop;
const nora = await makeSignedInCustomer(shop, { staffRole: 'catalogue', displayName: 'Nora' });
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });
const listener = listenTo(connect, channels);
afterAll(() => listener.stop());
await makeProduct(shop, { title: 'Mort', series: { name: 'Discworld', number: '4' } });

type What = 'announcements' | 'menus';
const read = async (what: What) => (await get(app, `/api/admin/${what}`, nora)).body;
const publish = (what: What, version: number, content: unknown, { token } = nora) =>
  post(app, `/api/admin/${what}/publish`, { version, content }, { token });
const announce = async (...items: object[]) =>
  publish('announcements', (await read('announcements')).version, { items });
const waitFor = (path: string, isThere: (html: string) => boolean) =>
  waitUntil(async () => isThere((await visit(path)).payload), { seconds: 10, what: path });
/** The links of the menu with this label. */
const linksOf = (html: string, label: string) =>
  [
    ...html
      .split(`aria-label="${label}"`)[1]!
      .split('</nav>')[0]!
      .matchAll(/href="([^"]*)"[^>]*>(?:<span[^>]*>)?([^<]*)/g),
  ].map(([, href, text]) => [href, text]);

test('an announcement is above every page on its days, in the language of the reader or in English', async () => {
  expect(await read('announcements')).toEqual({ version: 0, content: { items: [] }, actor: null, at: null });
  expect((await visit('/')).payload).not.toContain('class="announcement"');
  const item = { text: { en: 'Free delivery <today>', de: 'Heute versandkostenfrei' }, link: '/delivery' };
  expect((await announce(item, { text: { en: 'Too early' }, from: '2999-01-01' })).status).toBe(422);
  expect((await announce({ ...item, to: '2998-12-31' }, { text: { en: 'Early' }, from: '2999-01-01' })).status).toBe(
    200,
  );
  await waitFor('/', (html) => html.includes('<a href="/delivery">Free delivery &lt;today&gt;</a>'));
  expect((await visit('/de/new')).payload).toContain('<a href="/de/delivery">Heute versandkostenfrei</a>');
  expect((await visit('/fa')).payload).toContain('<span lang="en" dir="ltr">Free delivery &lt;today&gt;</span>');
  expect((await visit('/nowhere')).payload).toContain('Free delivery');
  expect((await visit('/')).payload).not.toContain('Early');
  await announce();
  await waitFor('/', (html) => !html.includes('class="announcement"'));
});

test('days that overlap are named, a link leads into the shop only, and nothing is published', async () => {
  const before = await read('announcements');
  const text = { en: 'A' };
  const overlapping = await announce(
    { text, from: '2026-12-01', to: '2026-12-24' },
    { text, from: '2026-12-24', to: '2026-12-26' },
  );
  expect([overlapping.status, overlapping.body.errors[0].path]).toEqual([422, 'content.items.1.from']);
  for (const link of ['https://example.org', '//example.org', 'javascript:alert(1)', '/a b'])
    expect((await announce({ text, link })).status).toBe(422);
  expect((await announce({ text: { de: 'Nur deutsch' } })).status).toBe(422);
  expect(await read('announcements')).toEqual(before);
});

test('without a choice the menus are those of every shop', async () => {
  expect(await read('menus')).toMatchObject({ version: 0, content: null });
  const html = (await visit('/de')).payload;
  expect(linksOf(html, 'Hilfe')).toEqual([
    ['/de/delivery', 'Versand'],
    ['/de/returns', 'Rückgabe'],
    ['/de/contact', 'Kontakt'],
    ['/de/privacy', 'Datenschutz'],
  ]);
  expect(linksOf((await visit('/')).payload, 'Browse').map(([href]) => href)).toEqual([
    '/subject',
    '/new',
    '/forthcoming',
    '/language',
  ]);
});

test('menus lead to pages, lists, subjects, series, publishers and other sites, by their own names or others', async () => {
  const header = [
    { target: { kind: 'subject', code: 'FBC' } },
    { target: { kind: 'series', slug: 'discworld' } },
    { target: { kind: 'series', slug: 'gone' } },
    { target: { kind: 'publisher', name: 'A & B' } },
    { target: { kind: 'list', list: 'new' }, label: { en: 'Fresh', fr: 'Frais' } },
  ];
  const help = [
    { target: { kind: 'page', slug: 'terms' } },
    { target: { kind: 'page', slug: 'contact' } },
    { target: { kind: 'address', url: 'https://example.org/' }, label: { en: 'Our blog' } },
  ];
  expect((await publish('menus', 0, { header, browse: [], help })).body).toEqual({ version: 1 });
  await waitFor('/', (html) => html.includes('Our blog'));
  const html = (await visit('/fr')).payload;
  expect(linksOf(html, 'Rayons').map(([href, text]) => [href, text])).toEqual([
    ['/fr/subject/FBC', expect.any(String)],
    ['/fr/series/discworld', 'Discworld'],
    ['/fr/publisher/A%20%26%20B', 'A &amp; B'],
    ['/fr/new', 'Frais'],
  ]);
  expect(linksOf(html, 'Aide')).toEqual([
    ['/fr/contact', 'Contactez-nous'],
    ['https://example.org/', 'Our blog'],
  ]);
  expect(html).toContain('<a href="https://example.org/" rel="noopener noreferrer">');
  expect(html).not.toContain('aria-label="Parcourir"');
  const terms = { slug: 'terms', version: 0, content: { en: { title: 'Terms', body: 'T' } }, publish: true };
  await post(app, '/api/admin/pages/save', terms, { token: nora.token });
  await waitFor('/', (page) => linksOf(page, 'Help')[0]?.[0] === '/terms');
  expect((await publish('menus', 1, null)).body).toEqual({ version: 2 });
  await waitFor(
    '/',
    (page) =>
      linksOf(page, 'Help')
        .map(([href]) => href)
        .join() === '/delivery,/returns,/contact,/privacy,/terms',
  );
});

test('a menu that is too long, has an entry without a name or leads to nowhere is refused', async () => {
  const { version } = await read('menus');
  const menus = (entry: object, count = 1) => ({ header: Array(count).fill(entry), browse: [], help: [] });
  const all = { target: { kind: 'list', list: 'all' } };
  expect((await publish('menus', version, menus(all, 13))).status).toBe(422);
  for (const target of [
    { kind: 'address', url: 'https://example.org' },
    { kind: 'subject', code: 'NOPE' },
    { kind: 'list', list: 'nothing' },
  ])
    expect((await publish('menus', version, menus({ target }))).status).toBe(422);
  const script = { target: { kind: 'address', url: 'javascript:alert(1)' }, label: { en: 'x' } };
  expect((await publish('menus', version, menus(script))).status).toBe(422);
  expect((await read('menus')).version).toBe(version);
});

test.each([
  ['announcements', { items: [] }],
  ['menus', null],
] as const)('of two people who publish %s at once one wins, which the audit trail says', async (what, content) => {
  const { version } = await read(what);
  const both = await Promise.all([publish(what, version, content), publish(what, version, content, lina)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(errorOf(both.find(({ status }) => status === 409)!)).toEqual([409, 'edited_meanwhile']);
  const winner = both[0].status === 200 ? 'Nora' : 'Lina';
  const { rows } = await pool.query(
    `SELECT actor, details -> 'after' AS after FROM audit_entry
     WHERE event = 'staff' AND details ->> 'about' = $1 ORDER BY (details -> 'after' ->> 'version')::int DESC LIMIT 1`,
    [what],
  );
  expect(rows).toEqual([{ actor: winner, after: { version: version + 1, content } }]);
});
