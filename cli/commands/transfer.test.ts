import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { expectIntegrity, testShop } from '../../tests/database.ts';
import { makeOrder, makeProduct } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
const { app } = await buildApp(shop.deps);
const run = commandsIn(shop);
const title = await makeProduct(shop, { stock: 100 });
const folder = mkdtempSync(join(tmpdir(), 'statement-'));

function fileOf(name: string, bytes: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

const listed = async (...options: string[]) =>
  (await run('transfer', 'list', ...options)).data as { id: string; text: string; payer: string }[];

test('a statement in Windows-1252 is imported, certain transfers are booked, and what is left is handled one by one', async () => {
  const orders = [];
  for (let made = 0; made < 2; made += 1)
    orders.push(await makeOrder({ ...shop, app }, { lines: [title], state: 'placed' }));
  const [one, two] = orders as [(typeof orders)[0], (typeof orders)[0]];
  const amount = (sen: number) => sen.toFixed(2).replace('.', ',');
  const rows = [
    'Datum;Auftraggeber;Verwendungszweck;Betrag',
    `24.11.2026;Zoë;${one.number};${amount(one.payable)}`,
    `24.11.2026;Zoë;${two.number};${amount(two.payable + 1)}`,
    '25.11.2026;Bank;Zinsen;0,42',
    '25.11.2026;Bank;Gebühr;-2,00',
    'Summe;;;viel',
  ];
  const file = fileOf('auszug.csv', Buffer.from(rows.join('\r\n'), 'latin1'));
  expect((await run('transfer', 'import', file)).text).toBe(
    'Lines: 3 new, 0 known, 1 of money that went out.\nRow 6 has no date and amount: Summe · viel',
  );
  expect((await run('transfer', 'import', file)).data).toMatchObject({ added: 0, known: 3 });
  expect((await run('transfer', 'book-certain')).text).toBe(`The order ${one.number} is now paid.`);
  expect((await run('transfer', 'book-certain')).text).toBe('No transfer is certain.');
  const [overpaid, interest] = await listed();
  expect(overpaid).toMatchObject({ payer: 'Zoë', match: { reason: 'overpaid' } });
  expect((await run('transfer', 'book', overpaid!.id, two.number)).text).toBe(
    `The order ${two.number} is now paid. RM 1.00 is to be sent back, see "transfer list --state surplus".`,
  );
  expect((await run('transfer', 'list', '--state', 'surplus')).text).toContain('RM 1.00 to send back');
  await run('transfer', 'return', overpaid!.id);
  await expect(run('transfer', 'return', overpaid!.id)).rejects.toThrow('Somebody has dealt with it already');
  await expect(run('transfer', 'dismiss', interest!.id)).rejects.toThrow('--note takes 1 to 500 characters');
  await run('transfer', 'dismiss', interest!.id, '--note', 'Interest.');
  expect(await listed()).toEqual([]);
  expect((await run('transfer', 'list', '--state', 'dismissed')).text).toContain('Interest.');
  await run('transfer', 'reopen', interest!.id);
  expect(await listed()).toMatchObject([{ text: 'Zinsen' }]);
  await expectIntegrity(shop.pool);
});

test('what is wrong is said in one sentence', async () => {
  await expect(run('transfer', 'import', join(folder, 'none.csv'))).rejects.toThrow('cannot be read (ENOENT)');
  await expect(run('transfer', 'import', fileOf('a.csv', 'a,b,c\nx,y,z'))).rejects.toThrow('map them once');
  await expect(run('transfer', 'book', 'x', 'BK-1')).rejects.toThrow('There is no transfer x');
  const unknown = '0193a000-0000-7000-8000-000000000001';
  await expect(run('transfer', 'book', unknown, 'BK-1')).rejects.toThrow('There is no such transfer or order');
});
