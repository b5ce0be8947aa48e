import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { addReturnPhotos } from '../../server/orders/returns/return-photos.ts';
import { testShop } from '../../tests/database.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { makeCover } from '../../tests/made-covers.ts';
import { commandsIn } from '../../tests/run-command.ts';
import { post } from '../../tests/test-app.ts';

const services = await testShop();
const { app } = await buildApp(services.deps);
const run = commandsIn(services);

async function returned() {
  const me = await makeSignedInCustomer(services);
  const title = await makeProduct(services, { title: 'Emma' });
  const order = await makeOrder({ ...services, app }, { lines: [title], token: me.token });
  const { body } = await post(app, '/customer/order/refund', { id: order.id, reason: 'damaged', note: 'Torn.' }, me);
  return { id: body.id as string, email: me.email };
}

async function newestNumber(): Promise<string> {
  const [newest] = (await run('return', 'list', '--limit', '1')).data as [{ number: string }];
  return newest.number;
}

test('a return is listed, shown, accepted and received, and its refund is approved', async () => {
  const { id, email } = await returned();
  const number = await newestNumber();
  for (const word of [email, 'Emma', 'damaged', 'Torn.', id])
    expect((await run('return', 'show', number.slice(2))).text).toContain(word);
  expect((await run('return', 'accept', number)).text).toBe(`The return ${number} is now accepted.`);
  await expect(run('return', 'accept', number)).rejects.toThrow(
    `The return ${number} is accepted; it cannot become accepted.`,
  );
  expect((await run('return', 'list', '--state', 'accepted')).text).toContain(number);
  expect((await run('return', 'receive', number)).data).toMatchObject({ status: 'received' });
  expect((await run('refund', 'show', id)).data).toMatchObject({ status: 'approved' });
  await expect(run('return', 'show', '1')).rejects.toThrow('There is no return R-1');
});

test('a return is declined with a note, and its photos are written to a folder', async () => {
  const { id } = await returned();
  const number = await newestNumber();
  const folder = mkdtempSync(join(tmpdir(), 'halaman-photos-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect((await run('return', 'photos', number, '--to', folder)).text).toBe(`The return ${number} has no photos.`);
  await addReturnPhotos(services.deps, id, [await makeCover({ width: 200, height: 300 })]);
  await run('return', 'photos', number, '--to', folder);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.jpg$/)]);
  await run('return', 'decline', number, '--note', 'It was read.');
  expect((await run('return', 'show', number)).data).toMatchObject({ status: 'declined' });
});
