import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCover } from '../../tests/made-covers.ts';
import { onixShop } from '../../tests/onix-shop.ts';
import { onixRecord, type OnixNode } from '../../tests/onix-writer.ts';

const { deps, pool, run, write, folder } = await onixShop();
const HARDBACK = '9780141395203';
let requests = 0;
const web = createServer((_request, response) => {
  requests += 1;
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => web.close(resolve)));

function frontCover(link: string, mode = '03', type = '01'): OnixNode {
  const version: OnixNode = [
    'ResourceVersion',
    [
      ['ResourceForm', '02'],
      ['ResourceLink', link],
    ],
  ];
  return [
    'SupportingResource',
    [['ResourceContentType', type], ['ContentAudience', '00'], ['ResourceMode', mode], version],
  ];
}

async function importCover(link: string, more: Parameters<typeof onixRecord>[0] = {}) {
  const file = write({ records: [onixRecord({ collateral: [frontCover(link)], ...more })] });
  const { data, text } = await run('import', 'onix', file, '--confirm-delists');
  return { text, ...(data as { covers: Record<string, number> | null; issues: { reason: string }[] }) };
}

const hashes = async () => (await pool.query('SELECT image_hash, origin FROM cover')).rows;

test('a front cover beside the message is imported, and the same message again changes nothing', async () => {
  writeFileSync(join(folder, 'front.jpg'), await makeCover({ width: 200, height: 300 }));
  const first = await importCover('front.jpg');
  expect(first.covers).toMatchObject({ added: 1, rejected: 0, linked: 0 });
  expect(first.text).toContain('Covers: 1 added');
  expect(await hashes()).toMatchObject([{ origin: 'feed' }]);
  expect((await importCover('front.jpg')).covers).toMatchObject({ added: 0, unchanged: 1 });
});

test('no address of the web is ever asked, nor a file outside the folder of the message', async () => {
  const { port } = web.address() as AddressInfo;
  expect((await importCover(`http://127.0.0.1:${port}/front.jpg`)).covers).toMatchObject({ added: 0, linked: 1 });
  for (const link of [
    '../front.jpg',
    '/etc/front.jpg',
    'file:///etc/front.jpg',
    'a/../../front.jpg',
    '\\\\host\\front.jpg',
  ])
    expect((await importCover(link)).covers).toMatchObject({ added: 0, rejected: 0 });
  expect(requests).toBe(0);
  expect(await hashes()).toEqual([]);
});

test('what is no cover is a note, and the record is imported all the same', async () => {
  writeFileSync(join(folder, 'broken.jpg'), 'x');
  const { covers, issues } = await importCover('broken.jpg');
  expect(covers).toMatchObject({ added: 0, rejected: 1 });
  expect(issues).toContainEqual(
    expect.objectContaining({ kind: 'note', reason: expect.stringMatching(/^The cover broken.jpg: It is no picture/) }),
  );
  expect((await importCover('missing.jpg')).issues[0]!.reason).toBe(
    'The cover missing.jpg: It cannot be read (ENOENT).',
  );
  expect(await deps.db.$count((await import('../db/tables.ts')).product)).toBe(1);
});

test('a cover of a folder stays when a feed has another', async () => {
  writeFileSync(join(folder, 'front.jpg'), await makeCover({ width: 200, height: 300 }));
  await importCover('front.jpg', { isbn: HARDBACK });
  const file = join(folder, 'by-hand.jpg');
  writeFileSync(file, await makeCover({ width: 210, height: 300, background: '#702020' }));
  await run('cover', 'set', HARDBACK, file);
  const before = await hashes();
  expect((await importCover('front.jpg', { isbn: HARDBACK })).covers).toMatchObject({ kept: 1 });
  expect(await hashes()).toEqual(before);
});
