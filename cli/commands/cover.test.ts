import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { makeProduct } from '../../tests/factories.ts';
import { makeCover } from '../../tests/made-covers.ts';
import { zipOf } from '../../tests/made-zip.ts';
import { testShop } from '../../tests/database.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
const { deps, pool } = shop;
const run = commandsIn(shop);
const ISBNS = ['9780141439600', '9780141395203', '9780306406157'] as const;
const [ISBN, OTHER, THIRD] = ISBNS;
let folder: string;
let red: Buffer;
let blue: Buffer;

beforeAll(async () => {
  for (const isbn of ISBNS) await makeProduct(shop, { isbn });
  red = await makeCover({ width: 200, height: 300, background: '#a03020' });
  blue = await makeCover({ width: 200, height: 320, background: '#2030a0' });
});
beforeEach(async () => {
  folder = mkdtempSync(join(inject('cluster').folder, 'covers-'));
  await pool.query('TRUNCATE cover, cover_image');
});

function put(name: string, contents: Buffer | string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, contents);
  return file;
}

type Listed = { added: number; changed: number; unchanged: number; kept: number; rejected: number; issues: unknown[] };
const importFolder = async (...options: string[]) => (await run('import', 'covers', folder, ...options)).data as Listed;

async function covers(): Promise<Record<string, string>> {
  const { rows } = await pool.query(
    'SELECT isbn, image_hash, origin, set_at FROM cover JOIN variant ON id = variant_id ORDER BY isbn',
  );
  return Object.fromEntries(rows.map(({ isbn, ...rest }) => [isbn, JSON.stringify(rest)]));
}

test('a folder is imported by ISBN in any writing, and what is not taken is listed with its reason', async () => {
  put(`${ISBN}.jpg`, red);
  put('deep/978-0-14-139520-3.PNG', blue);
  put('0-306-40615-2.jpeg', red);
  put('9780306406157.webp', red);
  put('9780141439601.jpg', red);
  put('9788491050292.jpg', red);
  put('readme.txt', 'Covers');
  put('.DS_Store', 'x');
  put('__MACOSX/._9780141439600.jpg', 'x');
  symlinkSync('/etc/passwd', join(folder, '9780262033848.jpg'));
  const { text, data } = await run('import', 'covers', folder);
  expect(data).toMatchObject({ added: 3, changed: 0, unchanged: 0, rejected: 5 });
  expect((data as Listed).issues).toEqual([
    { file: '9780141439601.jpg', reason: 'Its name is no ISBN.' },
    { file: '9780262033848.jpg', reason: 'The shop has no title with the ISBN 9780262033848.' },
    { file: '9780306406157.webp', reason: '0-306-40615-2.jpeg has the same ISBN, and was taken.' },
    { file: '9788491050292.jpg', reason: expect.stringContaining('The shop has no title with the ISBN') },
    { file: 'readme.txt', reason: 'Its name is no ISBN.' },
  ]);
  expect(text).toContain('Imported: covers 3 (3 added, 0 changed). Unchanged: 0. Not taken: 5.');
  expect(Object.keys(await covers())).toEqual([OTHER, ISBN, THIRD].toSorted());
});

test('the same folder twice changes nothing, a changed file one cover, and a lost file is written again', async () => {
  put(`${ISBN}.jpg`, red);
  put(`${OTHER}.jpg`, red);
  await importFolder();
  const before = await covers();
  expect(await importFolder()).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  expect(await covers()).toEqual(before);
  put(`${OTHER}.jpg`, blue);
  expect(await importFolder()).toMatchObject({ changed: 1, unchanged: 1 });
  expect((await covers())[ISBN]).toBe(before[ISBN]);
  const [key] = await keys();
  await deps.storage.delete(key!);
  expect((await run('doctor')).text).toContain('FAILED  cover: every stored cover has its files');
  expect(await importFolder()).toMatchObject({ changed: 1, unchanged: 1 });
  expect((await run('doctor')).text).toContain('passed  cover: every stored cover has its files');
});

async function keys(): Promise<string[]> {
  const { rows } = await pool.query('SELECT image_hash FROM cover ORDER BY image_hash');
  const found = [];
  for await (const key of deps.storage.list('covers/'))
    if (rows.some(({ image_hash: hash }) => key.includes(hash))) found.push(key);
  return found;
}

test('a dry run checks every file and changes nothing', async () => {
  put(`${ISBN}.jpg`, red);
  put(`${OTHER}.jpg`, red.subarray(0, 500));
  const { text, data } = await run('import', 'covers', folder, '--dry-run');
  expect(data).toMatchObject({ dry_run: true, added: 1, rejected: 1 });
  expect(text).toContain('Would be imported: covers 1');
  expect(text).toContain('It is damaged or cut off');
  expect(await covers()).toEqual({});
  expect((await pool.query('SELECT FROM cover_image')).rows).toEqual([]);
});

test('a ZIP file is read as a folder is, and no entry of it can harm', async () => {
  put(`pack/${ISBN}.jpg`, red);
  put(`pack/${OTHER}.jpg`, Buffer.alloc(21_000_000));
  put(`pack/${THIRD}.jpg`, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const zip = join(folder, 'covers.zip');
  writeFileSync(zip, zipOf(join(folder, 'pack')));
  const { data } = await run('import', 'covers', zip);
  expect(data).toMatchObject({ added: 1, rejected: 2 });
  expect((data as Listed).issues).toEqual([
    { file: `${OTHER}.jpg`, reason: 'It is larger than 20 MB.' },
    { file: `${THIRD}.jpg`, reason: 'It is no picture of JPEG, PNG, WebP, AVIF or TIFF.' },
  ]);
  expect((await run('import', 'covers', zip)).data).toMatchObject({ unchanged: 1 });
  const cut = put('cut.zip', readFileSync(zip).subarray(0, 3000));
  await expect(run('import', 'covers', cut)).rejects.toThrow('cut.zip is a damaged ZIP file');
  await expect(run('import', 'covers', put('no.zip', 'text'))).rejects.toThrow('is neither a folder nor a ZIP file.');
  await expect(run('import', 'covers', join(folder, 'none'))).rejects.toThrow('There is no folder or file');
});

test('a cover that was set by hand stays, until it is removed', async () => {
  const file = put('any name.bin', blue);
  expect((await run('cover', 'set', '978-0-14-143960-0', file)).text).toContain('stored up to 200 × 320 pixels.');
  put(`${ISBN}.jpg`, red);
  rmSync(file);
  expect(await importFolder()).toMatchObject({ added: 0, kept: 1 });
  expect((await run('cover', 'remove', ISBN)).text).toBe(`The cover of ${ISBN} is removed.`);
  await expect(run('cover', 'remove', ISBN)).rejects.toThrow(`${ISBN} has no stored cover.`);
  expect(await importFolder()).toMatchObject({ added: 1 });
});

test('what cannot be set is refused with its reason, and changes nothing', async () => {
  const text = put('text.jpg', 'text');
  await expect(run('cover', 'set', ISBN, text)).rejects.toThrow(`${text}: It is no picture of`);
  await expect(run('cover', 'set', ISBN, join(folder, 'none.jpg'))).rejects.toThrow('It cannot be read (ENOENT).');
  await expect(run('cover', 'set', '123', text)).rejects.toThrow('"123" is no ISBN.');
  await expect(run('cover', 'set', '9780262033848', text)).rejects.toThrow('The shop has no title with the ISBN');
  expect(await covers()).toEqual({});
});

test('a folder without one cover for the shop is a failure', async () => {
  put('readme.txt', 'x');
  expect((await run('import', 'covers', folder)).failure).toBe(
    `No cover was taken: ${folder} has none for a title of the shop.`,
  );
});
