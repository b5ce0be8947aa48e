import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { commandsIn } from '../../tests/run-command.ts';

const run = commandsIn(await testShop());
const folder = mkdtempSync(join(inject('cluster').folder, 'content-'));
function fileWith(content: unknown): string {
  const file = join(folder, 'content.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('publishes a page, shows it, and takes it back', async () => {
  expect((await run('page', 'list')).text).toMatch(/terms +\/terms .*unwritten/);
  await expect(run('page', 'show', 'terms')).rejects.toThrow('Nobody has written');
  const content = { en: { title: 'Terms', body: 'Pay to {bankAccount}.' } };
  expect((await run('page', 'publish', 'terms', fileWith(content), '--as', 'Mei Ling')).data).toMatchObject({
    version: 1,
  });
  expect((await run('page', 'show', 'terms')).data).toEqual(content);
  expect((await run('page', 'list')).text).toMatch(/terms .*published +Mei Ling/);
  await run('page', 'unpublish', 'terms');
  await expect(run('page', 'unpublish', 'terms')).rejects.toThrow('is not published');
});

test('a file with a mistake is not published, and says where it is', async () => {
  const wrong = fileWith({ en: { title: 'T', body: '[x](javascript:y)' } });
  await expect(run('page', 'publish', 'about', wrong)).rejects.toThrow('content.en.body');
  await expect(run('page', 'publish', 'about', fileWith({ en: { title: 'T' } }))).rejects.toThrow('en.body');
  await expect(run('page', 'publish', 'No', wrong)).rejects.toThrow('no name of a page');
  await expect(run('menus', 'publish', fileWith({ header: [] }))).rejects.toThrow('browse');
  await expect(run('menus', 'publish', '/nowhere.json')).rejects.toThrow('cannot be read');
});

test('plans announcements', async () => {
  expect((await run('announcements', 'show')).text).toBe('Nothing is announced.');
  const content = { items: [{ text: { en: 'Closed on Monday' }, from: '2026-12-01', to: '2026-12-02' }] };
  await run('announcements', 'publish', fileWith(content));
  expect((await run('announcements', 'show')).data).toEqual(content);
  const overlapping = fileWith({ items: [...content.items, ...content.items] });
  await expect(run('announcements', 'publish', overlapping)).rejects.toThrow('items.1.from');
});

test('shows, changes and resets menus', async () => {
  const before = await run('menus', 'show');
  expect(before.text).toMatch(/those of every shop[^]*header +subject +F\b[^]*help +page +returns/);
  const content = { header: [], browse: [], help: [{ target: { kind: 'page', slug: 'contact' } }] };
  await run('menus', 'publish', fileWith(content));
  expect((await run('menus', 'show')).data).toEqual(content);
  await run('menus', 'reset');
  expect((await run('menus', 'show')).data).toEqual(before.data);
});
