import { expect, test } from 'vitest';
import type { TicketDetails } from '../../server/tickets/queries.ts';
import { openTicket } from '../../server/tickets/conversation.ts';
import { testShop } from '../../tests/database.ts';
import { makeCustomer } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
const run = commandsIn(shop);

async function opened(message = 'It has not come.') {
  const { id, email } = await makeCustomer(shop);
  await openTicket(shop.deps, id, { subject: 'Where is it?', message, category: 'delivery' });
  const { data } = await run('ticket', 'list', '--limit', '1');
  const [{ number }] = data as [{ number: string }];
  return { number, email };
}

test('a ticket is listed, shown, answered and closed, by its number with or without letters', async () => {
  const { number, email } = await opened();
  expect((await run('ticket', 'list', '--state', 'open')).text).toContain(email);
  const answered = await run('ticket', 'reply', number.slice(2), 'It is on its way.\nTomorrow!', '--as', 'Mei Ling');
  expect(answered.text).toBe(`The ticket ${number} is now answered.`);
  expect(answered.data).toMatchObject({ status: 'answered', unread: true });
  expect((await run('ticket', 'close', number.toLowerCase())).text).toBe(`The ticket ${number} is now closed.`);
  expect((await run('ticket', 'close', number)).text).toBe(`The ticket ${number} was already closed.`);
  const { text, data } = await run('ticket', 'show', number);
  for (const word of [number, email, 'Where is it?', 'Mei Ling (staff)', '  Tomorrow!', 'not read yet'])
    expect(text).toContain(word);
  const { timeline, messages } = data as TicketDetails;
  expect(timeline.map(({ status }) => status)).toEqual(['open', 'answered', 'closed']);
  expect(messages.map(({ name }) => name)).toEqual(['Siti', 'Mei Ling']);
});

test('the shop itself replies unless --as names somebody', async () => {
  const { number } = await opened();
  const { data } = await run('ticket', 'reply', number, 'Soon.');
  expect((data as TicketDetails).messages.at(-1)!.name).toBe('Halaman');
  for (const name of ['', 'Customer', 'Mei\nLing'])
    await expect(run('ticket', 'reply', number, 'Soon.', '--as', name)).rejects.toThrow('--as takes the name');
});

test('each mistake is one sentence', async () => {
  const { number } = await opened();
  await expect(run('ticket', 'show', '9')).rejects.toThrow('There is no ticket T-9.');
  await expect(run('ticket', 'reply', number, ' ')).rejects.toThrow('TEXT takes 1 to 10,000 characters');
  await expect(run('ticket', 'reply', number)).rejects.toThrow("missing required argument 'TEXT'");
  await expect(run('ticket', 'list', '--state', 'lost')).rejects.toThrow('--state must be one of open, answered');
});

test('text of a customer cannot control the terminal', async () => {
  const { number } = await opened('Hello \u202Egnp.exe\nsecond line');
  const { text } = await run('ticket', 'show', number);
  expect(text).not.toMatch(/\u202E/);
  expect(text).toContain('\n  second line');
});
