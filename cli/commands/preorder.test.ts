import { expect, test } from 'vitest';
import { makeOrder, makeProduct } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';
import { testShop } from '../../tests/database.ts';
import { buildApp } from '../../server/app.ts';

const services = await testShop();
const { app } = await buildApp(services.deps);
const shop = { ...services, app };
const run = commandsIn(shop);
const ISBN = '9780306406157';

const title = await makeProduct(shop, { title: 'Dune', isbn: ISBN, stock: 1 });
await shop.pool.query(`UPDATE variant SET availability = '10', published = '2099-03' WHERE id = $1`, [title.vid]);

test('formats that orders wait for are listed, and how many may be', async () => {
  expect((await run('preorder', 'list')).text).toBe('No order waits for copies.');
  const { number } = await makeOrder(shop, { lines: [{ of: title, qty: 4 }], state: 'paid' });
  expect((await run('preorder', 'limit', '978-0-306-40615-7', '5')).text).toContain('up to 5 copies');
  expect((await run('preorder', 'list', '--json')).data).toMatchObject([
    { isbn: ISBN, title: 'Dune', orders: 1, copies: 3, limit: 5, from: '2099-03' },
  ]);
  expect((await run('preorder', 'list')).text).toContain('March 2099');
  await expect(run('order', 'pack', number)).rejects.toThrow('"Dune", of which 3 copies are not in stock');
  expect((await run('preorder', 'limit', ISBN, 'none')).text).toContain('any number of copies');
});

test.each([
  [['12345', '5'], '"12345" is no ISBN.'],
  [['9780306406164', '5'], 'The shop has no format with the ISBN 9780306406164.'],
  [[ISBN, '-1'], 'COPIES takes a number'],
  [[ISBN, 'many'], 'COPIES takes a number'],
  [[ISBN, '9999999'], 'COPIES takes a number'],
])('%j is rejected, and nothing changes', async (args, sentence) => {
  await expect(run('preorder', 'limit', ...args)).rejects.toThrow(sentence);
  const { rows } = await shop.pool.query('SELECT awaited_limit FROM variant WHERE id = $1', [title.vid]);
  expect(rows).toEqual([{ awaited_limit: null }]);
});
