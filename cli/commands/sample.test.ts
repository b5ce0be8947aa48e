import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { MAX_SAMPLE_PAGES } from '#domain/catalogue/sample-pages.ts';
import { makeProduct } from '../../tests/factories.ts';
import { makeCover } from '../../tests/made-covers.ts';
import { zipOf } from '../../tests/made-zip.ts';
import { testShop } from '../../tests/database.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
const { deps, pool } = shop;
const run = commandsIn(shop);
const ISBN = '9780141439600';
const OTHER = '9780141395203';
const COLORS = ['#a03020', '#2030a0', '#20a030'];
let folder: string;
let pages: Buffer[];

beforeAll(async () => {
  for (const isbn of [ISBN, OTHER]) await makeProduct(shop, { isbn });
  pages = await Promise.all(COLORS.map((background) => makeCover({ width: 400, height: 600, background })));
});
beforeEach(async () => {
  folder = mkdtempSync(join(inject('cluster').folder, 'samples-'));
  await pool.query('TRUNCATE sample_page, sample_image');
});

function put(name: string, contents: Buffer | string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, contents);
  return file;
}

const importFolder = async (...options: string[]) => (await run('import', 'samples', folder, ...options)).data;

/** The pages of an edition in order, by the hashes of their pictures. */
async function pagesOf(isbn: string): Promise<string[]> {
  const { rows } = await pool.query<{ image_hash: string }>(
    'SELECT image_hash FROM sample_page JOIN variant ON id = variant_id WHERE isbn = $1 ORDER BY position',
    [isbn],
  );
  return rows.map(({ image_hash: hash }) => hash);
}

test('pages are named by ISBN and number, or stand in a folder of the ISBN, in the order of their numbers', async () => {
  for (const [index, page] of pages.entries()) {
    put(`${ISBN}-${[10, 9, 1][index]}.jpg`, page);
    put(`deep/978-0-14-139520-3/${['a', 'b', 'c'][index]}.png`, page);
  }
  put('readme.txt', 'Samples');
  put('9780306406157-01.jpg', pages[0]!);
  const { text, data } = await run('import', 'samples', folder);
  expect(data).toMatchObject({ added: 2, changed: 0, unchanged: 0, rejected: 1 });
  expect((data as { issues: unknown }).issues).toEqual([
    { file: '9780306406157', reason: 'The shop has no title with the ISBN 9780306406157.' },
    { file: 'readme.txt', reason: 'Neither its name nor its folder is an ISBN with a page.' },
  ]);
  expect(text).toContain('Imported: samples of titles 2 (2 added, 0 changed). Unchanged: 0. Not taken: 1.');
  const first = await pagesOf(ISBN);
  expect(first).toHaveLength(3);
  expect(first.toReversed()).toEqual(await pagesOf(OTHER));
});

test('the same folder again changes nothing, another takes the place of every page, and a lost file comes back', async () => {
  pages.forEach((page, index) => put(`${ISBN}/${index}.jpg`, page));
  expect(await importFolder()).toMatchObject({ added: 1 });
  const before = await pagesOf(ISBN);
  expect(await importFolder()).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  for await (const key of deps.storage.list(`samples/${before[1]!.slice(0, 2)}/`)) await deps.storage.delete(key);
  expect((await run('doctor')).text).toContain('FAILED  sample page: every stored sample page has its files');
  expect(await importFolder()).toMatchObject({ changed: 1 });
  expect((await run('doctor')).text).toContain('passed  sample page: every stored sample page has its files');
  expect(await pagesOf(ISBN)).toEqual(before);
  put(`${ISBN}/0.jpg`, pages[2]!);
  expect(await importFolder()).toMatchObject({ changed: 1 });
  expect(await pagesOf(ISBN)).toEqual([before[2], before[1], before[2]]);
});

test('a sample is taken whole or not at all', async () => {
  put(`${ISBN}-1.jpg`, pages[0]!);
  await importFolder();
  const before = await pagesOf(ISBN);
  put(`${ISBN}-2.jpg`, pages[1]!.subarray(0, 500));
  put(`${OTHER}-1.jpg`, pages[1]!);
  const { data } = await run('import', 'samples', folder);
  expect(data).toMatchObject({ added: 1, changed: 0, rejected: 1 });
  expect((data as { issues: unknown }).issues).toEqual([
    { file: `${ISBN}-2.jpg`, reason: expect.stringContaining('It is damaged or cut off') },
  ]);
  expect(await pagesOf(ISBN)).toEqual(before);
});

test('a dry run checks every file and changes nothing', async () => {
  put(`${ISBN}-1.jpg`, pages[0]!);
  put(`${OTHER}-1.jpg`, 'text');
  const { text, data } = await run('import', 'samples', folder, '--dry-run');
  expect(data).toMatchObject({ dry_run: true, added: 1, rejected: 1 });
  expect(text).toContain('Would be imported: samples of titles 1');
  expect((await pool.query('SELECT FROM sample_image')).rows).toEqual([]);
});

test('too many pages, and two for one place, are refused', async () => {
  for (let page = 1; page <= MAX_SAMPLE_PAGES + 1; page += 1) put(`${ISBN}-${page}.jpg`, pages[0]!);
  put(`${OTHER}-1.jpg`, pages[0]!);
  put(`${OTHER}-01.jpg`, pages[1]!);
  const { data, failure } = await run('import', 'samples', folder);
  expect(data).toMatchObject({ added: 0, rejected: 2 });
  expect((data as { issues: unknown }).issues).toEqual([
    { file: expect.stringMatching(/^9780141395203-0?1\.jpg$/), reason: 'Another file has the same page.' },
    { file: ISBN, reason: 'It has 21 pages; at most 20 are shown.' },
  ]);
  expect(failure).toBe(`No sample was taken: ${folder} has none for a title of the shop.`);
});

test('a ZIP file is read as a folder is', async () => {
  pages.forEach((page, index) => put(`pack/${ISBN}-${index + 1}.jpg`, page));
  const zip = put('pages.zip', zipOf(join(folder, 'pack')));
  expect((await run('import', 'samples', zip)).data).toMatchObject({ added: 1, rejected: 0 });
  expect(await pagesOf(ISBN)).toHaveLength(3);
  await expect(run('import', 'samples', join(folder, 'none'))).rejects.toThrow('There is no folder or file');
});

test('the pages of one title are set in the order in which they are named, and removed', async () => {
  const files = pages.map((page, index) => put(`${index}.jpg`, page));
  const { text } = await run('sample', 'set', '978-0-14-143960-0', files[2]!, files[0]!);
  expect(text).toBe(`${ISBN} has 2 sample pages.`);
  const [last, first] = await pagesOf(ISBN);
  await run('sample', 'set', ISBN, files[0]!);
  expect(await pagesOf(ISBN)).toEqual([first]);
  expect(last).not.toBe(first);
  const broken = put('text.jpg', 'text');
  await expect(run('sample', 'set', ISBN, files[1]!, broken)).rejects.toThrow('text.jpg: It is no picture of');
  await expect(run('sample', 'set', ISBN, join(folder, 'no.jpg'))).rejects.toThrow(
    'no.jpg: It cannot be read (ENOENT).',
  );
  await expect(run('sample', 'set', '123', files[0]!)).rejects.toThrow('"123" is no ISBN.');
  await expect(run('sample', 'set', '9780306406157', files[0]!)).rejects.toThrow('The shop has no title with the ISBN');
  const many = Array.from({ length: MAX_SAMPLE_PAGES + 1 }, () => files[0]!);
  await expect(run('sample', 'set', ISBN, ...many)).rejects.toThrow('It has 21 pages; at most 20 are shown.');
  expect(await pagesOf(ISBN)).toEqual([first]);
  expect((await run('sample', 'remove', ISBN)).text).toBe(`The sample pages of ${ISBN} are removed.`);
  await expect(run('sample', 'remove', ISBN)).rejects.toThrow(`${ISBN} has no sample pages.`);
});
