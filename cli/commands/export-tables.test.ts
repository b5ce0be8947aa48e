import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { testShop } from '../../tests/database.ts';
import { makeCustomer, makeOrder, makeProduct } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';

const services = await testShop();
const { app } = await buildApp(services.deps);
const shop = { ...services, app };
const run = commandsIn(shop);
const folder = await mkdtemp(join(tmpdir(), 'exports-'));
const title = await makeProduct(shop);
const { number } = await makeOrder(shop, { lines: [title] });
const { email } = await makeCustomer(shop);

async function exported(...words: string[]): Promise<string> {
  const file = join(folder, `${words.join('-')}.csv`);
  expect((await run('export', ...words, file)).text).toBe(`Written to ${file}.`);
  expect((await stat(file)).mode & 0o077).toBe(0);
  return readFile(file, 'utf8');
}

test('the ledger of a month, orders and customers are written to files that nobody else reads', async () => {
  const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
  expect(await exported('ledger', month)).toMatch(new RegExp(`,${number},[^]*\\r\\nTotal,`));
  expect(await exported('orders')).toContain(`\r\n${number},`);
  expect(await exported('customers')).toContain(email);
  expect(
    await readFile(
      (await run('export', 'orders', join(folder, 'x.csv'), '--state', 'placed')).text!.slice(11, -1),
      'utf8',
    ),
  ).not.toContain(number);
});

test.each(['2026-13', '2026', 'now'])('the month %s is none', async (month) => {
  await expect(run('export', 'ledger', month)).rejects.toThrow('MONTH is one such as 2026-11');
});
