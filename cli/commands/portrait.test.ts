import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { deleteStrayPortraitFiles } from '../../server/catalogue/portraits.ts';
import { databaseOn, listenTo } from '../../server/db/connection.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { makeProduct } from '../../tests/factories.ts';
import { makeCover, pngOfSize } from '../../tests/made-covers.ts';
import { commandsIn } from '../../tests/run-command.ts';
import { openStorefront } from '../../tests/storefront.ts';

const shop = await openStorefront();
const { visit, app, deps, pool } = shop;
const { promise: isHearing, resolve } = Promise.withResolvers<void>();
const { onMessage } = shop.channels.product_changed!;
const listener = listenTo(shop.connect, { product_changed: { onMessage, onReconnect: resolve } });
await isHearing;
afterAll(() => listener.stop());
const run = commandsIn({ ...shop, close: async () => {} });
const made = await makeProduct(shop, {
  title: 'Emma',
  contributors: [
    { name: 'Jane Austen', role: 'author' },
    { name: 'Zoë Übersetzer', role: 'translator' },
  ],
});
const AUTHOR = '/author/jane-austen';
let folder: string;
let photo: Buffer;

beforeAll(async () => {
  photo = await makeCover({ width: 600, height: 400 });
});
beforeEach(async () => {
  folder = mkdtempSync(join(inject('cluster').folder, 'portraits-'));
  await pool.query(
    "UPDATE contributor SET portrait_id = NULL, portrait_hash = NULL, portrait_alt = '', portrait_credit = ''",
  );
});

function put(name: string, contents: Buffer | string): string {
  const file = join(folder, name);
  writeFileSync(file, contents);
  return file;
}

async function bookPage(): Promise<string> {
  const { rows } = await pool.query('SELECT slug FROM product WHERE id = $1', [made.id]);
  return (await visit(`/book/${made.id}/${rows[0].slug}`)).payload;
}

async function portraitOf(slug: string) {
  return (
    await pool.query('SELECT portrait_id, portrait_alt, portrait_credit FROM contributor WHERE slug = $1', [slug])
  ).rows[0];
}

test('a portrait is shown on the pages of the author and of their books, and said to machines', async () => {
  for (const html of [(await visit(AUTHOR)).payload, await bookPage()]) expect(html).not.toContain('portrait');
  const file = put('any name.bin', photo);
  const credit = 'Cassandra <Austen>';
  expect((await run('portrait', 'set', 'jane-austen', file, '--credit', credit)).text).toBe(
    'jane-austen has a new picture.',
  );
  const { portrait_id: id } = await portraitOf('jane-austen');
  await expect.poll(async () => (await visit(AUTHOR)).payload).toContain(id);
  await expect.poll(bookPage).toContain(id);
  for (const html of [(await visit(AUTHOR)).payload, await bookPage()]) {
    expect(html).toContain(
      `<img src="/portraits/${id}-96.webp" srcSet="/portraits/${id}-256.webp 2x" alt="Portrait of Jane Austen" width="96" height="96" loading="lazy" decoding="async"/>`,
    );
    expect(html).toContain('Photo: Cassandra &lt;Austen&gt;');
    expect(html).toContain(
      `"@type":"Person","name":"Jane Austen","image":"${deps.publicUrl}/portraits/${id}-256.webp"`,
    );
  }
  expect((await visit(`/de${AUTHOR}`)).payload).toContain('alt="Porträt von Jane Austen"');
  const response = await app.inject(`/portraits/${id}-256.webp`);
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  for (const odd of ['x', `${id}-97.webp`, `${id}-96.avif`, '01900000-0000-7000-8000-000000000000-96.webp'])
    expect((await app.inject(`/portraits/${odd}`)).statusCode).toBe(404);
  await expectIntegrity(pool);
});

test('the same picture changes nothing, another text only the text, and its removal is shown', async () => {
  const file = put('jane.jpg', photo);
  await run('portrait', 'set', 'jane-austen', file, '--alt', 'Jane Austen, writing', '--credit', 'C. Austen');
  const before = await portraitOf('jane-austen');
  expect(before).toMatchObject({ portrait_alt: 'Jane Austen, writing', portrait_credit: 'C. Austen' });
  expect((await run('portrait', 'set', 'jane-austen', file)).text).toBe('jane-austen has this picture already.');
  expect(await portraitOf('jane-austen')).toEqual(before);
  await run('portrait', 'set', 'jane-austen', file, '--credit', 'Cassandra');
  expect(await portraitOf('jane-austen')).toEqual({ ...before, portrait_credit: 'Cassandra' });
  await expect.poll(async () => (await visit(AUTHOR)).payload).toContain('Photo: Cassandra');
  const other = put('other.jpg', await makeCover({ width: 300, height: 300 }));
  await run('portrait', 'set', 'jane-austen', other);
  const after = await portraitOf('jane-austen');
  expect(after).toEqual({ portrait_id: expect.any(String), portrait_alt: '', portrait_credit: '' });
  expect(after.portrait_id).not.toBe(before.portrait_id);
  expect((await run('portrait', 'remove', 'jane-austen')).text).toBe('The picture of jane-austen is removed.');
  await expect.poll(async () => (await visit(AUTHOR)).payload).not.toContain('/portraits/');
  await expect(run('portrait', 'remove', 'jane-austen')).rejects.toThrow('jane-austen has no picture.');
  const client = await pool.connect();
  expect(await deleteStrayPortraitFiles(databaseOn(client), deps.storage)).toBe(0);
  expect(await deleteStrayPortraitFiles(databaseOn(client), deps.storage, Date.now() + 86_400_000)).toBeGreaterThan(3);
  client.release();
  expect((await app.inject(`/portraits/${after.portrait_id}-96.webp`)).statusCode).toBe(404);
});

test('a folder is imported by the names of people, and what is not taken is listed with its reason', async () => {
  put('jane-austen.jpg', photo);
  put('Jane Austen.png', photo);
  put('Zoë Übersetzer.jpeg', photo.subarray(0, 900));
  put('nobody.jpg', photo);
  put('.DS_Store', 'x');
  const dry = await run('import', 'portraits', folder, '--dry-run');
  expect(dry.data).toMatchObject({ dry_run: true, added: 1, rejected: 3 });
  expect((await portraitOf('jane-austen')).portrait_id).toBeNull();
  const { text, data } = await run('import', 'portraits', folder, '--credit', 'C. Austen');
  expect(text).toContain('Imported: portraits 1 (1 added, 0 changed). Unchanged: 0. Not taken: 3.');
  expect((data as { issues: unknown[] }).issues).toEqual([
    { file: 'Zoë Übersetzer.jpeg', reason: expect.stringContaining('not a picture that we can read') },
    { file: 'jane-austen.jpg', reason: 'Jane Austen.png names the same person, and was taken.' },
    { file: 'nobody.jpg', reason: 'The shop knows nobody of this name.' },
  ]);
  expect(await portraitOf('jane-austen')).toMatchObject({ portrait_credit: 'C. Austen' });
  expect((await run('import', 'portraits', folder)).data).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  const key = `portraits/${(await portraitOf('jane-austen')).portrait_id}-96.webp`;
  await deps.storage.delete(key);
  expect((await run('import', 'portraits', folder)).data).toMatchObject({ changed: 1 });
});

test('each mistake is one sentence, and changes nothing', async () => {
  const set = (...args: string[]) => run('portrait', 'set', ...args);
  await expect(set('nobody', put('a.jpg', photo))).rejects.toThrow('The shop knows nobody of this name.');
  await expect(set('jane-austen', put('b.jpg', 'text'))).rejects.toThrow('not a picture that we can read');
  await expect(set('jane-austen', put('c.png', pngOfSize(30_000, 30_000)))).rejects.toThrow('50 megapixels');
  await expect(set('jane-austen', join(folder, 'none'))).rejects.toThrow('It cannot be read (ENOENT).');
  await expect(set('jane-austen', put('d.jpg', photo), '--credit', 'a\nb')).rejects.toThrow('--credit takes one line');
  await expect(run('import', 'portraits', join(folder, 'none'))).rejects.toThrow('There is no folder or file');
  expect((await portraitOf('jane-austen')).portrait_id).toBeNull();
});
