import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { testShop } from '../../tests/database.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
await seedDemo(shop.deps);
const run = commandsIn(shop);
const folder = mkdtempSync(join(inject('cluster').folder, 'catalogue-'));

test('an export is imported again without a new title, and a dry run changes nothing', async () => {
  const file = join(folder, 'books.csv');
  await run('export', 'csv', file);
  expect((await run('import', 'csv', file)).data).toMatchObject({ titles: 361, added: 0, known: 361, rejected: [] });
  const books = readFileSync(file, 'utf8');
  const cells = ['w-1', '', 'One more', '', 'A. Nother', 'paperback', '9.90', '', '1', 'en'];
  const columns = books.slice(0, books.indexOf('\n')).split(',').length;
  writeFileSync(file, `${books}${cells.join(',')}${','.repeat(columns - cells.length)}\n`);
  expect((await run('import', 'csv', file, '--dry-run')).data).toMatchObject({ dry_run: true, added: 1 });
  expect((await run('import', 'csv', file, '--dry-run')).data).toMatchObject({ added: 1 });
  expect((await run('reindex')).data).toEqual({ titles: 361 });
});

test('rows that are not taken as they are stand in a report, as safe cells; without any there is none', async () => {
  const file = join(folder, 'mistakes.csv');
  const head = 'work,title,contributors,format,list_price,member_price,language\n';
  const taken = 'ok,Taken,A. Nother,paperback,9,8,en\n';
  writeFileSync(
    file,
    `${head}m,=cmd(),A. Nother,scroll,9,,en\nd,Twice,A. Nother,paperback,9,,en\nd,Twice,A. Nother,paperback,8,9,en\n${taken}`,
  );
  expect((await run('import', 'csv', file, '--dry-run')).data).toMatchObject({ report: null });
  const { data, text } = await run('import', 'csv', file);
  const { report } = data as { report: string };
  expect(text).toContain(`All of these rows are in ${report}.`);
  const lines = readFileSync(report, 'utf8').trim().split('\n');
  expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual([
    'line,title,kind',
    "2,'=cmd(),rejected",
    '4,Twice,noted',
    '3,Twice,rejected',
  ]);
  expect(lines[1]).toContain('Correct the row and import the file again');
  writeFileSync(file, `${head}${taken}`);
  expect((await run('import', 'csv', file)).data).toMatchObject({ report: null, changed: 0 });
  expect(existsSync(report)).toBe(false);
});

test('an import says how it read the stock', async () => {
  const file = join(folder, 'stock.csv');
  const row = (stock: string) =>
    writeFileSync(
      file,
      `work,title,contributors,format,list_price,language,stock\nw,Counted,A. Nother,paperback,9,en,${stock}\n`,
    );
  row('4');
  const first = await run('import', 'csv', file);
  expect(first.text).toContain('Stock: of new editions only, because neither the file nor --stock-as-of says');
  expect(first.data).toMatchObject({ stock: { mode: 'new_only', as_of: [], taken: 1 } });
  row('-1');
  const delta = await run('import', 'csv', file, '--stock', 'delta');
  expect(delta.text).toContain('Stock: added to the current stock.');
  const again = await run('import', 'csv', file, '--stock', 'delta');
  expect(again.text).toContain('1 editions had this file applied before.');
  row('6');
  expect((await run('import', 'csv', file)).text).toContain('1 editions kept their stock.');
  const counted = await run('import', 'csv', file, '--stock-as-of', new Date().toISOString());
  expect(counted.text).toMatch(/Stock: as of .+; copies sold and added since are included\./);
  expect(counted.data).toMatchObject({ stock: { mode: 'as_of', taken: 1 } });
  const old = await run('import', 'csv', file, '--stock-as-of', '2020-01-01 08:00');
  expect(old.data).toMatchObject({ stock: { as_of: ['2020-01-01T08:00+08:00'], outdated: 1 } });
});

test.each([
  [['--stock', 'all'], '--stock must be one of delta, not "all".'],
  [['--stock-as-of', 'noon'], '--stock-as-of must be a time such as 2026-11-22T18:00, not "noon".'],
  [['--stock-as-of', '2026-02-30T10:00'], '--stock-as-of must be a time'],
  [['--stock-as-of', '2999-01-01T10:00'], 'which is in the future.'],
  [['--stock-as-of', '2026-01-01T10:00', '--stock', 'delta'], 'cannot be used together.'],
])('import csv %j is rejected in one sentence', async (words, sentence) => {
  const file = join(folder, 'rejected.csv');
  writeFileSync(file, 'title,contributors,format,list_price,language,stock\nRejected,A. Nother,paperback,9,en,4\n');
  await expect(run('import', 'csv', file, ...words)).rejects.toThrow(sentence);
  expect((await run('import', 'csv', file, '--dry-run')).data).toMatchObject({ added: 1 });
});

test('an import lists rejected rows, and fails without a valid one', async () => {
  const file = join(folder, 'bad.csv');
  writeFileSync(file, 'title,contributors,format,list_price,language\nEmma,Jane Austen,scroll,1,en\n');
  const { text, data, failure } = await run('import', 'csv', file);
  expect(text).toMatch(/LINE +TITLE +REASON\n2 +Emma +The format "scroll" is none of/);
  expect(data).toMatchObject({ titles: 0, rejected: [{ line: 2, title: 'Emma' }] });
  expect(failure).toContain('has no valid row');
});
