import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { makeProduct } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';
import { testShop } from '../../tests/database.ts';

const shop = await testShop();
const run = commandsIn(shop);
await makeProduct(shop, { isbn: '9780140328721' });

const folder = mkdtempSync(join(inject('cluster').folder, 'home-'));
function fileWith(content: unknown): string {
  const file = join(folder, 'home.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const texts = { en: 'Read it.', fa: 'بخوانید.', de: 'Lesen!', fr: 'À lire.', pt: 'A ler.' };
const content = {
  sections: [
    { form: 'featured', book: '9780140328721', text: texts, by: 'Mei Ling' },
    { form: 'row', title: texts, books: 'newest', from: '2999-01-01' },
  ],
};

test('publishes a file, shows it, and returns to the automatic page', async () => {
  expect((await run('home', 'show')).text).toContain('automatic');
  const file = fileWith(content);
  expect((await run('home', 'check', file)).text).toContain('can be published');
  expect((await run('home', 'show')).data).toBeNull();
  expect((await run('home', 'publish', file, '--as', 'Mei Ling')).text).toMatch(/^Published version \d+/);
  const shown = await run('home', 'show');
  expect(shown.data).toEqual(content);
  expect(shown.text).toMatch(/published by Mei Ling[^]*featured[^]*shown[^]*row[^]*2999-01-01[^]*later/);
  await run('home', 'reset');
  expect((await run('home', 'show')).text).toContain('automatic');
});

test('a file with a mistake changes nothing and says where it is', async () => {
  const before = await run('home', 'show');
  for (const [wrong, sentence] of [
    [{ sections: [{ ...content.sections[0], by: '' }] }, 'sections[0].by is empty.'],
    [{ sections: [{ ...content.sections[0], book: '9780306406157' }] }, 'which is not for sale in this shop.'],
  ] as const) {
    const file = fileWith(wrong);
    await expect(run('home', 'publish', file)).rejects.toThrow(sentence);
    await expect(run('home', 'check', file)).rejects.toThrow(sentence);
  }
  await expect(run('home', 'publish', join(folder, 'none.json'))).rejects.toThrow('cannot be read');
  expect(await run('home', 'show')).toEqual(before);
});
