import { expect, test } from 'vitest';
import { makeCover } from '../../tests/made-covers.ts';
import { makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, toTestResponse } from '../../tests/test-app.ts';
import { waitUntilBlocked } from '../../tests/database.ts';
import { importBatch } from '../catalogue/import-products.ts';
import { requireTitle } from '../catalogue/edit-title.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const ravi = await makeSignedInCustomer(shop, { staffRole: 'catalogue', displayName: 'Ravi' });
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });

const author = { name: 'Jane Austen', role: 'author' };
const emma = await makeProduct(shop, {
  title: 'Emma',
  description: 'A matchmaker.',
  contributors: [author],
  subjects: ['FBC'],
  variants: [{ isbn: '9780141439587' }, { format: 'hardback', listPrice: 9000 }],
});

const read = async (id: number) => (await get(app, `/api/admin/catalogue/${id}`, ravi)).body;
const list = async (search: string) => (await get(app, `/api/admin/catalogue?${search}`, ravi)).body;
const idsOf = async (search: string) => (await list(search)).rows.map(({ id }: { id: number }) => id);

type Sent = Record<string, unknown> & { version: string; formats: Record<string, unknown>[] };

/** The title as the page sends it back. */
async function sentBack(id: number): Promise<Sent> {
  const { slug: _, is_listed: __, cover: ___, history: ____, subjects, formats, ...facts } = await read(id);
  return {
    ...facts,
    subjects: subjects.map(({ code }: { code: string }) => code),
    formats: formats.map(({ stock: _s, state: _t, cover: _c, sources: _o, ...one }: Record<string, unknown>) => one),
  };
}

const save = (body: object, by = ravi) => post(app, '/api/admin/catalogue/save', body, by);

test('a title is edited as imports save it, found by its new words, and its history says who did it', async () => {
  const before = await sentBack(emma.id);
  const [paperback, hardback] = before.formats;
  const changed = {
    ...before,
    title: 'Emma, annotated',
    description: 'Handsome, clever, and rich.',
    contributors: [author, { name: 'Mei Tan', role: 'editor' }],
    series: [{ name: 'Classics', number: '4' }],
    subjects: ['FBC', 'DNB'],
    formats: [{ ...paperback, list_price: 39.9, member_price: 35 }, hardback],
  };
  const { status, body } = await save(changed);
  expect([status, body.version]).toEqual([200, (await read(emma.id)).version]);
  expect(await idsOf('q=annotated')).toEqual([emma.id]);
  expect(await read(emma.id)).toMatchObject({
    slug: 'emma-annotated',
    contributors: changed.contributors,
    series: changed.series,
    subjects: [{ code: 'FBC' }, { code: 'DNB', name: expect.not.stringMatching('DNB') }],
    formats: [{ list_price: 39.9, member_price: 35, stock: 10 }, { list_price: 90 }],
  });
  const { history } = await read(emma.id);
  const changes = history.flatMap((entry: { actor: string; changes: object[] }) =>
    entry.changes.map((change) => ({ actor: entry.actor, ...change })),
  );
  expect(changes).toContainEqual({ actor: 'Ravi', field: 'title', before: 'Emma', after: 'Emma, annotated' });
  expect(changes).toContainEqual({ actor: 'Ravi', field: 'list_price', before: '40.00', after: '39.90' });
  expect(changes).toContainEqual({
    actor: 'Ravi',
    field: 'contributors',
    before: 'Jane Austen (author)',
    after: 'Jane Austen (author); Mei Tan (editor)',
  });
  expect(changes).toContainEqual({ actor: 'Ravi', field: 'series', before: '', after: 'Classics #4' });
  expect(changes).toContainEqual({ actor: 'Ravi', field: 'subjects', before: 'FBC', after: 'FBC; DNB' });
  const { rows } = await pool.query(
    "SELECT details->>'verb' AS verb, details->>'about' AS about FROM audit_entry WHERE chain = $1 AND event = 'staff'",
    [ravi.id],
  );
  expect(rows).toEqual([{ verb: 'title save', about: String(emma.id) }]);
  expect((await save(await sentBack(emma.id))).body.version).toBe(body.version);
  expect((await read(emma.id)).history).toEqual(history);
});

test('an edit of an older state is refused, whoever changed it meanwhile', async () => {
  const made = await makeProduct(shop, { title: 'Persuasion', isbn: '9780141439686', contributors: [author] });
  const seen = await sentBack(made.id);
  const theirs = await save({ ...seen, title: 'Persuasion, revised' }, amir);
  expect(theirs.status).toBe(200);
  expect(errorOf(await save({ ...seen, subtitle: 'A novel' }))).toEqual([409, 'edited_meanwhile']);
  const mine = await sentBack(made.id);
  const { workKey: work, ...facts } = await requireTitle(deps.db, made.id);
  const edition = { isbn: '9780141439686', format: 'paperback' as const, stock: null, pages: null, published: null };
  const variants = [{ ...edition, listPrice: 5000, memberPrice: 5000 }];
  const editor = { actor: 'operator', source: 'prices.csv' };
  await importBatch(deps.db, [{ ...facts, work, series: null, variants }], { editor });
  expect(errorOf(await save({ ...mine, subtitle: 'A novel' }))).toEqual([409, 'edited_meanwhile']);
  const { history, title, subtitle } = await read(made.id);
  expect([title, subtitle]).toEqual(['Persuasion, revised', '']);
  expect(history[0]).toMatchObject({
    actor: 'operator',
    source: 'prices.csv',
    variant_id: made.vid,
    changes: expect.arrayContaining([{ field: 'list_price', before: '40.00', after: '50.00' }]),
  });
});

test('of two who save the same title at once one wins', async () => {
  const made = await makeProduct(shop, { title: 'Sanditon', contributors: [author] });
  const seen = await sentBack(made.id);
  const lock = await pool.connect();
  await lock.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('write catalogue', 0))");
  const both = [ravi, amir].map((by, place) => save({ ...seen, subtitle: `By ${place}` }, by));
  await waitUntilBlocked(pool, 2);
  await lock.query('COMMIT');
  lock.release();
  const answers = await Promise.all(both);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await read(made.id)).subtitle).toBe(`By ${winner}`);
  expect((await read(made.id)).history).toHaveLength(1);
});

test('a format is added, corrected and withdrawn; an ISBN that is wrong or taken changes nothing', async () => {
  const made = await makeProduct(shop, { title: 'Lady Susan', isbn: '9780486821658', contributors: [author] });
  const other = await makeProduct(shop, { isbn: '9780140431025' });
  const seen = await sentBack(made.id);
  const [first] = seen.formats;
  const added = { ...first, id: null, isbn: '978-0-14-310760-6', format: 'hardback', list_price: 80, member_price: 72 };
  for (const isbn of ['9780140431025', '9780486821659', 'x'])
    expect(errorOf(await save({ ...seen, formats: [{ ...first, isbn }] }))).toEqual([422, 'invalid']);
  for (const formats of [[added], [first, first], [{ ...first, id: other.vid }], [{ ...first, member_price: 90 }], []])
    expect([formats, errorOf(await save({ ...seen, formats }))]).toEqual([formats, [422, 'invalid']]);
  expect((await read(made.id)).history).toEqual([]);
  expect((await save({ ...seen, formats: [{ ...first, isbn: '9780140433357' }, added] })).status).toBe(200);
  const now = await sentBack(made.id);
  expect(now.formats).toMatchObject([{ isbn: '9780140433357' }, { isbn: '9780143107606', is_listed: true }]);
  expect(await idsOf('q=978-0-14-310760-6')).toEqual([made.id]);
  const withdrawn = { ...now, formats: now.formats.map((one) => ({ ...one, is_listed: false })) };
  expect((await save(withdrawn)).status).toBe(200);
  expect((await read(made.id)).is_listed).toBe(false);
  expect((await get(app, `/api/site/products/${made.id}`)).status).toBe(404);
  expect(await idsOf('status=withdrawn&q=lady')).toEqual([made.id]);
  const back = await sentBack(made.id);
  expect((await save({ ...back, formats: back.formats.map((one) => ({ ...one, is_listed: true })) })).status).toBe(200);
  expect((await get(app, `/api/site/products/${made.id}`)).status).toBe(200);
});

test('titles are listed newest first, in pages, and by what is wrong with them', async () => {
  const soldOut = await makeProduct(shop, { title: 'Sold out', stock: 0 });
  const coming = await makeProduct(shop, { title: 'Coming soon', published: '2999-05' });
  expect((await idsOf('')).slice(0, 2)).toEqual([coming.id, soldOut.id]);
  expect(await idsOf('status=out_of_stock')).toEqual([soldOut.id]);
  expect(await idsOf('status=forthcoming')).toEqual([coming.id]);
  expect(await idsOf('q=sold&status=out_of_stock')).toEqual([soldOut.id]);
  expect(await idsOf('q=coming&status=out_of_stock')).toEqual([]);
  const all: number[] = [];
  for (let before = ''; ;) {
    const { rows, next } = await list(`limit=2${before}`);
    all.push(...rows.map(({ id }: { id: number }) => id));
    if (next === null) break;
    before = `&before=${next}`;
  }
  expect(all).toEqual(await idsOf('limit=100'));
  for (const nothing of ['q=%25', 'q=_&status=withdrawn', 'q=9780000000002', 'status=withdrawn&q=nothing'])
    expect([nothing, await idsOf(nothing)]).toEqual([nothing, []]);
  const [row] = (await list('q=coming')).rows;
  expect(row).toMatchObject({ published: '2999-05', has_picture: false, is_listed: true, formats: [{ stock: 10 }] });
  expect((await get(app, '/api/admin/catalogue/999999', ravi)).status).toBe(404);
});

test('a cover is set and removed; what is no picture changes nothing', async () => {
  const made = await makeProduct(shop, { title: 'Northanger Abbey' });
  const upload = async (payload: Buffer, id = made.vid) =>
    toTestResponse(
      await app.inject({
        method: 'POST',
        url: `/api/admin/catalogue/covers/${id}`,
        headers: { authorization: `Bearer ${ravi.token}`, 'content-type': 'image/jpeg' },
        payload,
      }),
    );
  const drawn = (await read(made.id)).cover;
  expect(await idsOf('status=without_cover&limit=1')).toEqual([made.id]);
  const picture = await makeCover({ width: 400, height: 600 });
  for (const broken of [Buffer.from('GIF89a'), picture.subarray(0, 900), await makeCover({ width: 400, height: 40 })])
    expect(errorOf(await upload(broken))).toEqual([422, 'photo_invalid']);
  expect(errorOf(await upload(Buffer.alloc(10_000_001)))).toEqual([413, 'too_large']);
  expect(errorOf(await upload(picture, 999_999))).toEqual([404, 'not_found']);
  expect((await read(made.id)).cover).toBe(drawn);
  expect((await upload(picture)).status).toBe(204);
  const { cover, formats, history } = await read(made.id);
  expect(cover).not.toBe(drawn);
  expect((await app.inject(cover)).statusCode).toBe(200);
  expect(formats[0].cover).toEqual({ path: cover, origin: 'staff' });
  expect(history).toMatchObject([{ actor: 'Ravi', changes: [{ field: 'cover', before: '' }] }]);
  expect((await list('q=northanger')).rows).toMatchObject([{ cover, has_picture: true, formats: [{ id: made.vid }] }]);
  expect(await idsOf('q=northanger&status=without_cover')).toEqual([]);
  expect((await post(app, '/api/admin/catalogue/remove-cover', { id: made.vid }, ravi)).status).toBe(204);
  expect((await read(made.id)).cover).toBe(drawn);
  expect(errorOf(await post(app, '/api/admin/catalogue/remove-cover', { id: made.vid }, ravi))).toEqual([
    404,
    'not_found',
  ]);
});

test('subjects are picked by name, by code, or down the tree', async () => {
  const subjects = async (search: string) =>
    (await get(app, `/api/admin/catalogue/subjects?${search}`, ravi)).body.rows;
  expect((await subjects('')).map(({ code }: { code: string }) => code)).toContain('F');
  expect((await subjects('below=F')).every(({ code }: { code: string }) => /^F.$/.test(code))).toBe(true);
  const [found] = await subjects('q=fbc');
  expect(found).toMatchObject({ code: 'FBC', has_children: expect.any(Boolean) });
  expect(found.path).toHaveLength(2);
  expect((await subjects(`q=${encodeURIComponent(found.name.slice(0, 8))}`)).length).toBeGreaterThan(0);
});

test('a title that comes for the first time has no history', async () => {
  const made = await makeProduct(shop, { title: 'Brand new', contributors: [author], subjects: ['FBC'] });
  expect((await read(made.id)).history).toEqual([]);
});
