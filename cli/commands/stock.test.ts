import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { countFormatSales } from '../../server/catalogue/format-sales.ts';
import { expectIntegrity, testShop } from '../../tests/database.ts';
import { makeOrder, makeProduct } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';

const services = await testShop();
const { app } = await buildApp(services.deps);
const shop = { ...services, app };
const run = commandsIn(shop);
const ISBN = '9780306406157';
const title = await makeProduct(shop, { title: 'Dune', isbn: ISBN, stock: 10, publisher: 'Ace' });

test('copies are received, corrected, damaged and counted, and shown with who did it', async () => {
  expect((await run('stock', 'receive', ISBN, '5', '--reference', 'LS-1', '--as', 'Amir')).text).toBe(
    `${ISBN}: 15 in stock.`,
  );
  expect((await run('stock', 'adjust', ISBN, '2', '--fewer', '--note', 'Window')).text).toBe(`${ISBN}: 13 in stock.`);
  expect((await run('stock', 'adjust', ISBN, '1', '--note', 'Found')).text).toBe(`${ISBN}: 14 in stock.`);
  expect((await run('stock', 'damage', ISBN, '4', '--note', 'Water')).text).toBe(`${ISBN}: 10 in stock.`);
  expect((await run('stock', 'count', '978-0-306-40615-7', '8')).text).toBe(`${ISBN}: 8 in stock.`);
  const { text, data } = await run('stock', 'show', ISBN);
  expect(data).toMatchObject({
    format: { stock: 8 },
    rows: [
      { reason: 'counted', quantity: -2 },
      { reason: 'damaged', quantity: -4, note: 'Water' },
      { reason: 'adjusted', quantity: 1 },
      { reason: 'adjusted', quantity: -2 },
      { reason: 'received', quantity: 5, actor: 'Amir', reference: 'LS-1' },
      { reason: 'counted', quantity: 10 },
    ],
  });
  expect(text).toMatch(/In stock +8\n/);
  await expectIntegrity(shop.pool);
});

test('what is low and what to order is listed, and written for the supplier', async () => {
  expect((await run('stock', 'low')).text).toBe('No format is low.');
  expect((await run('stock', 'suggest')).text).toBe('There is nothing to order.');
  await makeOrder(shop, { lines: [{ of: title, qty: 7 }] });
  await countFormatSales(shop.deps.db);
  expect((await run('stock', 'low')).data).toMatchObject([{ isbn: ISBN, stock: 1, sold: 7, low_stock: 2 }]);
  expect((await run('stock', 'show', ISBN)).text).toMatch(/In stock +1, low\n/);
  expect((await run('stock', 'threshold', ISBN, '0')).text).toBe(`${ISBN} is low at 0.`);
  expect((await run('stock', 'low')).data).toEqual([]);
  expect((await run('stock', 'threshold', ISBN, 'default')).text).toContain('the number of the shop');
  expect((await run('stock', 'suggest')).data).toMatchObject([{ isbn: ISBN, expected: 3, quantity: 2 }]);
  const file = join(await mkdtemp(join(tmpdir(), 'stock-')), 'list.csv');
  await run('stock', 'suggest', '--csv', file);
  expect(await readFile(file, 'utf8')).toContain(`${ISBN},2,Dune,paperback,Ace`);
  await run('stock', 'ordered', ISBN, '2');
  expect((await run('stock', 'suggest')).data).toEqual([]);
});

test.each([
  [['show', '12345'], '"12345" is no ISBN.'],
  [['receive', ISBN, '0'], 'COPIES takes a number from 1'],
  [['damage', ISBN, '1'], '--note says why'],
  [['adjust', ISBN, '1', '--note', 'a\nb'], '--note takes'],
  [['threshold', ISBN, '1000'], 'COPIES takes a number from 0 to 999'],
  [['ordered', ISBN, 'many'], 'COPIES takes a number'],
])('stock %j is rejected, and nothing changes', async (args, sentence) => {
  const before = await shop.pool.query('SELECT count(*) FROM stock_movement');
  await expect(run('stock', ...args)).rejects.toThrow(sentence);
  expect((await shop.pool.query('SELECT count(*) FROM stock_movement')).rows).toEqual(before.rows);
});
