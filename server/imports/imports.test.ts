import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, inject, test } from 'vitest';
import { PIECE_BYTES } from '#domain/catalogue/import-run.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { fileInPieces, importsOf } from '../../tests/import-upload.ts';
import { zipOf } from '../../tests/made-zip.ts';
import { onixMessage, onixRecord } from '../../tests/onix-writer.ts';
import { errorOf, get, openTestApp, runConcurrently } from '../../tests/test-app.ts';
import { deleteOldImportFiles } from './old-files.ts';

const folder = mkdtempSync(join(inject('cluster').folder, 'watched-'));
const shop = await openTestApp({ IMPORT_FOLDER: folder });
const { app, pool, deps } = shop;
const ravi = await makeSignedInCustomer(shop, { staffRole: 'catalogue', displayName: 'Ravi' });
const imports = importsOf(shop, ravi.token);

beforeEach(() => pool.query('TRUNCATE product, contributor, series, onix_record, import_run RESTART IDENTITY CASCADE'));

const HEADER = 'work,isbn,title,contributors,format,list_price,language,stock';
const rowOf = (work: number, price = '39.90', title = `Title ${work}`) =>
  `w${work},,${title},A. Writer (author),paperback,${price},en,3`;
const csv = (...rows: string[]) => [HEADER, ...rows, ''].join('\n');
const message = (references: readonly string[], { price = '39.90', notification = '03', sentAt = '20261101' } = {}) =>
  onixMessage({
    sentAt,
    records: references.map((reference) =>
      onixRecord({ reference, isbn: null, title: `Work ${reference}`, price, notification }),
    ),
  });

async function audited(): Promise<string[]> {
  const { rows } = await pool.query(
    "SELECT details->>'verb' AS verb FROM audit_entry WHERE event = 'staff' ORDER BY at",
  );
  return rows.map(({ verb }) => verb);
}

const titles = async () =>
  (await pool.query('SELECT title FROM product ORDER BY work_key')).rows.map(({ title }) => title);

test('a CSV file is compared without changing anything, then applied, and the same file again changes nothing', async () => {
  await imports.apply((await imports.compare('first.csv', csv(rowOf(1), rowOf(2), rowOf(3)))).id);
  const file = csv(rowOf(1, '60.00'), rowOf(2, '39.90', 'Another title'), rowOf(3), rowOf(4), rowOf(5, 'free'));
  const compared = await imports.compare('second.csv', file);
  expect(compared).toMatchObject({
    status: 'compared',
    kind: 'csv',
    actor: 'Ravi',
    compared: { added: 1, changed: 2, prices: 1, delisted: 0, set_aside: 1, unchanged: 1 },
    differences: {
      added: [{ title: 'Title 4', changes: [{ field: 'format' }, { field: 'list_price', to: 'RM 39.90' }, {}] }],
      prices: [{ title: 'Title 1', changes: [{ field: 'list_price', from: 'RM 39.90', to: 'RM 60.00' }, {}] }],
    },
    issues: { set_aside: [{ line: 6, title: 'Title 5', kind: 'set_aside', code: 'invalid' }] },
  });
  expect(await titles()).toEqual(['Title 1', 'Title 2', 'Title 3']);
  expect(await imports.apply(compared.id)).toMatchObject({ status: 'applied', applied: { added: 1, changed: 2 } });
  expect(await titles()).toEqual(['Title 1', 'Another title', 'Title 3', 'Title 4']);
  const once = (await pool.query('SELECT xmin, id FROM product ORDER BY id')).rows;
  const again = await imports.compare('second.csv', file);
  expect(again.id).toBe(compared.id);
  expect((await imports.act('compare', { id: again.id })).status).toBe(204);
  await imports.work();
  expect((await imports.find(again.id)).compared).toMatchObject({ added: 0, changed: 0, set_aside: 1 });
  expect(await imports.apply(again.id)).toMatchObject({ applied: { added: 0, changed: 0, set_aside: 1 } });
  expect((await pool.query('SELECT xmin, id FROM product ORDER BY id')).rows).toEqual(once);
  await expectIntegrity(pool);
});

test('rows that were set aside are downloaded with their cells, corrected and sent alone', async () => {
  const { id } = await imports.compare('rows.csv', csv(rowOf(1), rowOf(2, 'free')));
  await imports.apply(id);
  const { text, headers } = await imports.csv(id, 'issues', { 'accept-language': 'de' });
  expect(headers['content-disposition']).toContain('import-rows.csv');
  const [header, row] = text.replace('\uFEFF', '').split('\r\n');
  expect(header).toBe(`${HEADER},# kind,# line,# file,# reference,# title,# reason,# detail,# what_to_do`);
  expect(row).toContain('w2,,Title 2,A. Writer (author),paperback,free,en,3,Nicht übernommen,3,');
  const { body } = await imports.act('correct', { id, text: text.replace('free', '20.00') });
  await imports.work();
  expect(await imports.find(body.id)).toMatchObject({ source: 'correction', corrects: id, compared: { added: 1 } });
  expect(await imports.apply(body.id)).toMatchObject({ status: 'applied', applied: { added: 1, set_aside: 0 } });
  expect(await titles()).toEqual(['Title 1', 'Title 2']);
  const pasted = await imports.act('correct', { id, text: rowOf(7).replaceAll(',', '\t') });
  await imports.work();
  expect(await imports.find(pasted.body.id)).toMatchObject({ compared: { added: 1, set_aside: 0 } });
});

test('a message is applied; records that were set aside are corrected as of its sender', async () => {
  const file = message(['a', 'b']).replace('<Product>', '<Product><Oops>').replace('\n</ONIX', '\n</ONIX');
  const { id, issues } = await imports.compare('message.xml', file);
  expect(issues.set_aside).toMatchObject([{ code: 'invalid', reference: 'a' }]);
  expect(await imports.apply(id)).toMatchObject({
    status: 'applied',
    kind: 'onix',
    applied: { added: 1, set_aside: 1 },
  });
  const record = /<Product>[^]*?<\/Product>/.exec(message(['a']))![0];
  const { body } = await imports.act('correct', { id, text: record });
  await imports.work();
  expect(await imports.apply(body.id)).toMatchObject({ applied: { added: 1, set_aside: 0 } });
  const { rows } = await pool.query('SELECT sender, reference, sent_at::text FROM onix_record ORDER BY reference');
  expect(rows.map(({ sender, reference }) => [sender, reference])).toEqual([
    ['Test Press', 'a'],
    ['Test Press', 'b'],
  ]);
  expect(new Set(rows.map((row) => row.sent_at)).size).toBe(1);
  expect(errorOf(await imports.act('correct', { id, text: 'no records' }))).toEqual([422, 'correction_invalid']);
});

test('a message that takes many titles out of the shop waits for a second confirmation', async () => {
  const references = Array.from({ length: 20 }, (_, index) => `r${index}`);
  await imports.apply((await imports.compare('all.xml', message(references))).id);
  const deletion = message(references.slice(0, 3), { notification: '05', sentAt: '20261102' });
  const { id, unconfirmed, compared } = await imports.compare('deletion.xml', deletion);
  expect(unconfirmed).toEqual([{ sender: 'Test Press', delisted: 3, listed: 20 }]);
  expect(compared).toMatchObject({ delisted: 3 });
  expect(await imports.apply(id, unconfirmed)).toMatchObject({ answered: 'unconfirmed', status: 'unconfirmed' });
  expect(await imports.apply(id, [{ sender: 'Test Press', delisted: 2, listed: 20 }])).toMatchObject({
    answered: 'unconfirmed',
  });
  expect((await pool.query('SELECT FROM variant WHERE is_listed')).rowCount).toBe(20);
  expect(await imports.apply(id, unconfirmed)).toMatchObject({ status: 'applied', applied: { delisted: 3 } });
  expect((await pool.query('SELECT FROM variant WHERE is_listed')).rowCount).toBe(17);
  const { rows } = await pool.query(
    "SELECT details FROM audit_entry WHERE details->>'verb' = 'import apply' ORDER BY at DESC LIMIT 1",
  );
  expect(rows[0].details).toMatchObject({ after: { status: 'applying', confirmed: expect.any(Array) } });
  expect(await audited()).toEqual(expect.arrayContaining(['import start', 'import apply', 'import applied']));
});

test('an upload goes on where it ended, is checked, and is not sent twice', async () => {
  const contents = Buffer.from(csv(...Array.from({ length: 60_000 }, (_, index) => rowOf(index))));
  const { pieces, ...announced } = fileInPieces('large.csv', contents);
  expect(pieces.length).toBeGreaterThan(1);
  const [first, second] = pieces as [(typeof pieces)[number], (typeof pieces)[number]];
  const { id } = (await imports.act('start', announced)).body;
  expect((await imports.sendPiece(id, second)).body).toEqual({ received: 0 });
  const damaged = { ...first, contents: Buffer.from(first.contents.toString().replace('Title', 'Tutle')) };
  expect(errorOf(await imports.sendPiece(id, damaged))).toEqual([422, 'upload_damaged']);
  expect(errorOf(await imports.sendPiece(id, { ...first, contents: first.contents.subarray(1) }))).toEqual([
    422,
    'upload_damaged',
  ]);
  const sent = await runConcurrently(3, 3, () => imports.sendPiece(id, first));
  expect(sent.map(({ body }) => body)).toEqual(Array(3).fill({ received: PIECE_BYTES }));
  expect((await imports.act('start', announced)).body).toEqual({ id, received: PIECE_BYTES });
  expect((await imports.act('stop', { id })).status).toBe(204);
  expect(errorOf(await imports.sendPiece(id, second))).toEqual([409, 'too_late']);
  expect((await imports.act('start', { ...announced, name: 'other.csv' })).body).toEqual({ id, received: PIECE_BYTES });
  for (const piece of pieces.slice(1)) await imports.sendPiece(id, piece);
  expect(await imports.find(id)).toMatchObject({ status: 'comparing', received: contents.length });
  expect((await imports.act('start', announced)).body).toEqual({ id, received: contents.length });
  expect((await imports.act('start', { ...announced, size: 3 * 1024 ** 3 })).status).toBe(422);
  await pool.query("UPDATE import_run SET state = 'stopped', changed_at = now() - interval '8 days'");
  const listFiles = async () => {
    const files: string[] = [];
    for await (const key of deps.storage.list(`imports/${id}`)) files.push(key);
    return files;
  };
  expect(await listFiles()).toHaveLength(pieces.length);
  await deleteOldImportFiles(deps.db as never, deps.storage, Date.now() + 8 * 86_400_000);
  expect(await listFiles()).toEqual([]);
  expect((await imports.act('start', announced)).body).toMatchObject({ received: 0 });
}, 60_000);

test('packed files are taken; one that expands without end is not', async () => {
  const packed = mkdtempSync(join(inject('cluster').folder, 'zip-'));
  writeFileSync(join(packed, 'one.xml'), message(['a'], { sentAt: '20261101' }));
  writeFileSync(join(packed, 'two.xml'), message(['b'], { sentAt: '20261102' }));
  expect(await imports.compare('both.zip', zipOf(packed))).toMatchObject({ kind: 'onix', compared: { added: 2 } });
  expect(await imports.compare('rows.csv.gz', gzipSync(csv(rowOf(1))))).toMatchObject({
    kind: 'csv',
    compared: { added: 1 },
  });
  const bomb = await imports.compare('bomb.gz', gzipSync(Buffer.alloc(60 * 1024 * 1024)));
  expect(bomb).toMatchObject({ status: 'failed', failure: 'expands' });
  const broken = await imports.compare('broken.gz', gzipSync(csv(rowOf(1))).subarray(0, 40));
  expect(broken).toMatchObject({
    status: 'failed',
    failure: 'file',
    failure_detail: expect.stringContaining('damaged'),
  });
  const lines = await imports.compare('notes.txt', 'no catalogue\n');
  expect(lines).toMatchObject({ status: 'failed', failure: 'file' });
  expect(lines.failure_detail).not.toContain(deps.config.dataDir);
  expect(await titles()).toEqual([]);
});

test('files of the watched folder are imported once each, and wait where they would empty the shop', async () => {
  const put = (name: string, contents: string, age = 120) => {
    writeFileSync(join(folder, name), contents);
    utimesSync(join(folder, name), Date.now() / 1000 - age, Date.now() / 1000 - age);
  };
  put('all.xml', message(['a', 'b']));
  put('unfinished.xml', message(['c']), 5);
  put('readme.md', 'x');
  await imports.work();
  const list = async () => (await get(app, '/api/admin/imports', ravi)).body.rows;
  expect(await list()).toMatchObject([{ name: 'all.xml', source: 'folder', actor: 'shop', status: 'applied' }]);
  expect(await titles()).toHaveLength(2);
  put('deletion.xml', message(['a'], { notification: '05', sentAt: '20261102' }));
  await imports.work();
  await imports.work();
  expect(await list()).toMatchObject([{ name: 'deletion.xml', status: 'unconfirmed' }, { name: 'all.xml' }]);
  expect((await pool.query('SELECT FROM variant WHERE is_listed')).rowCount).toBe(2);
});

test('two who apply at once apply once, and two servers work one import each', async () => {
  const { id } = await imports.compare('race.csv', csv(...Array.from({ length: 50 }, (_, index) => rowOf(index))));
  const answers = await runConcurrently(4, 4, () => imports.act('apply', { id }));
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array(4).fill([200, 'applying']));
  const worked = await Promise.all([imports.work(), imports.work(), imports.work()]);
  expect(worked.toSorted()).toEqual([0, 0, 1]);
  expect(await imports.find(id)).toMatchObject({ status: 'applied', applied: { added: 50 } });
  const { rows } = await pool.query(
    "SELECT FROM audit_entry WHERE details->>'verb' = 'import applied' AND details->>'about' = 'race.csv'",
  );
  expect(rows).toHaveLength(1);
  expect(errorOf(await imports.act('apply', { id }))).toEqual([409, 'too_late']);
});
