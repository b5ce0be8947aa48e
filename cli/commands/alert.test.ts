import { expect, test } from 'vitest';
import { addCustomerAlert } from '../../server/alerts/availability-alerts.ts';
import { addCustomerTitleRequest } from '../../server/alerts/title-requests.ts';
import { testShop } from '../../tests/database.ts';
import { makeCustomer, makeProduct } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
const run = commandsIn(shop);

async function requested(words: string) {
  const { id: customerId, email } = await makeCustomer(shop);
  await addCustomerTitleRequest(shop.deps.db, customerId, words);
  const { data } = await run('request', 'list', '--limit', '1');
  const [{ id }] = data as [{ id: string }];
  return { id, email };
}

test('alerts are listed with their reader and format', async () => {
  const { id, email } = await makeCustomer(shop);
  const { vid } = await makeProduct(shop, { title: 'Emma', isbn: '9780141439587', stock: 0 });
  await addCustomerAlert(shop.deps.db, id, vid);
  const { text } = await run('alert', 'list', '--state', 'active');
  for (const word of [email, 'Emma', '9780141439587', 'paperback']) expect(text).toContain(word);
  expect((await run('alert', 'list', '--state', 'sent')).text).toBe('There are no such alerts.');
});

test('a request is listed, answered and fulfilled', async () => {
  const { id, email } = await requested('the whale book');
  expect((await run('request', 'list', '--state', 'open')).text).toContain(email);
  const answered = await run('request', 'answer', id, 'Which one?');
  expect(answered.text).toBe('The request for "the whale book" is now answered.');
  expect(answered.data).toMatchObject({ status: 'answered', answer: 'Which one?' });
  await makeProduct(shop, { title: 'Moby-Dick', isbn: '9780142437247' });
  const fulfilled = await run('request', 'fulfil', id, '9780142437247');
  expect(fulfilled.data).toMatchObject({ status: 'fulfilled', product: { title: 'Moby-Dick' } });
});

test('each mistake is one sentence', async () => {
  const { id } = await requested('another');
  await expect(run('request', 'answer', '9', 'No.')).rejects.toThrow(
    'There is no request 9; "request list" lists them.',
  );
  await expect(run('request', 'answer', id, ' ')).rejects.toThrow('TEXT takes 1 to 10,000 characters');
  await expect(run('request', 'fulfil', id, '1')).rejects.toThrow('The shop lists no title with the ISBN 1.');
  await makeProduct(shop, { isbn: '9780141439518' });
  await run('request', 'fulfil', id, '9780141439518');
  await expect(run('request', 'answer', id, 'No.')).rejects.toThrow('The request for "another" is fulfilled;');
});
