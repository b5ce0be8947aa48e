import { expect, test } from 'vitest';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });
const devi = await makeSignedInCustomer(shop, { staffRole: 'support', displayName: 'Devi' });

type Reader = Awaited<ReturnType<typeof makeSignedInCustomer>>;

async function openTicket(subject = 'Dune', reader?: Reader) {
  const from = reader ?? (await makeSignedInCustomer(shop));
  const { body } = await post(app, '/customer/ticket/add', { subject, message: `${subject}?` }, from);
  const { body: ticket } = await post(app, '/customer/ticket/get', { id: body.id }, from);
  return { id: body.id as string, number: ticket.number as string, reader: from };
}

const send = (path: string, body: object, who = devi) => post(app, `/api/admin/${path}`, body, who);
const see = async (number: string) => (await get(app, `/api/admin/tickets/${number}`, devi)).body;
const list = async (query: string, who = devi) => (await get(app, `/api/admin/tickets?${query}`, who)).body;
const numbersOf = ({ rows }: { rows: { number: string }[] }) => rows.map(({ number }) => number);
const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).toSorted();

test('of two who take a ticket one does, and each finds their own and nobody’s', async () => {
  const { number } = await openTicket();
  const both = await Promise.all([
    send('tickets/assign', { number, assignee: devi.id, was: null }),
    send('tickets/assign', { number, assignee: amir.id, was: null }, amir),
  ]);
  expect(statuses(both)).toEqual([204, 409]);
  const [winner, other] = both[0].status === 204 ? [devi, amir] : [amir, devi];
  expect((await see(number)).assignee.id).toBe(winner.id);
  expect(numbersOf(await list('assignee=me', winner))).toContain(number);
  expect(numbersOf(await list('assignee=me', other))).not.toContain(number);
  expect(numbersOf(await list('assignee=nobody'))).not.toContain(number);
  const reader = await makeSignedInCustomer(shop);
  const refused = await send('tickets/assign', { number, assignee: reader.id, was: winner.id });
  expect(errorOf(refused)).toEqual([404, 'not_found']);
  expect((await send('tickets/assign', { number, assignee: null, was: winner.id })).status).toBe(204);
  expect((await see(number)).assignee).toBeNull();
});

test('notes are for the staff alone', async () => {
  const { id, number, reader } = await openTicket();
  expect((await send('tickets/note', { number, text: 'Wrote twice last year.' })).status).toBe(204);
  expect((await see(number)).notes).toMatchObject([{ author: 'Devi', text: 'Wrote twice last year.' }]);
  const seen = await post(app, '/customer/ticket/get', { id }, reader);
  expect(seen.text + (await post(app, '/customer/ticket/get-children', { id }, reader)).text).not.toContain('twice');
  expect(errorOf(await send('tickets/note', { number: 'T-1', text: 'N' }))).toEqual([404, 'not_found']);
});

test('pages of tickets follow each other without gap, also where several changed at once, and old ones are found', async () => {
  const numbers: string[] = [];
  for (const subject of ['one', 'two', 'three', 'four']) numbers.push((await openTicket(subject)).number);
  await pool.query("UPDATE ticket SET updated_at = now() - interval '9 days 1 second' WHERE number = ANY($1)", [
    numbers,
  ]);
  const first = await list('days=8&limit=3');
  const second = await list(`days=8&limit=3&before=${first.next}`);
  expect([...numbersOf(first), ...numbersOf(second)].toSorted()).toEqual(numbers.toSorted());
  expect([first.rows.length, second.next]).toEqual([3, null]);
  expect(numbersOf(await list('days=10'))).toEqual([]);
  expect((await get(app, '/api/admin/tickets?before=x', devi)).status).toBe(422);
});

test('a duplicate is merged once into another ticket of its customer, whose conversation goes on', async () => {
  const { number: into, reader } = await openTicket('First');
  const { number, id } = await openTicket('Second', reader);
  await send('tickets/note', { number, text: 'Duplicate.' });
  await send('tickets/answer', { number: into, replies: 1, message: 'Yes.' });
  const both = await Promise.all([1, 2].map(() => send('tickets/merge', { number, into })));
  expect(statuses(both)).toEqual([204, 409]);
  const target = await see(into);
  expect(target.status).toBe('open');
  expect(target.messages.map(({ message }: { message: string }) => message)).toEqual(['First?', 'Second?', 'Yes.']);
  expect(target.notes).toMatchObject([{ text: 'Duplicate.' }]);
  expect(await see(number)).toMatchObject({ status: 'closed', merged_into: into, messages: [{ message: 'Second?' }] });
  expect((await post(app, '/customer/ticket/get-children', { id }, reader)).body).toHaveLength(1);
  const { number: stranger } = await openTicket('Third');
  for (const [from, to] of [
    [stranger, into],
    [into, into],
    [into, number],
  ])
    expect(errorOf(await send('tickets/merge', { number: from, into: to }))).toEqual([409, 'too_late']);
  expect(errorOf(await send('tickets/merge', { number: into, into: 'T-1' }))).toEqual([404, 'not_found']);
});

test('saved replies have one name each; of two edits of one version the second is refused', async () => {
  const saved = async () => (await get(app, '/api/admin/saved-replies', devi)).body.rows;
  const text = 'Dear {name}, {order} is on its way.';
  expect((await send('saved-replies/save', { name: 'On its way', text })).status).toBe(204);
  expect(errorOf(await send('saved-replies/save', { name: 'On its way', text }))).toEqual([409, 'too_late']);
  const [reply] = await saved();
  expect(reply).toMatchObject({ name: 'On its way', text, version: 1 });
  const of = { id: reply.id, version: 1 };
  const both = await Promise.all([
    send('saved-replies/save', { of, name: 'On its way', text: 'Soon.' }),
    send('saved-replies/save', { of, name: 'On its way', text: 'Tomorrow.' }, amir),
  ]);
  expect(statuses(both)).toEqual([204, 409]);
  expect(both.map(errorOf)).toContainEqual([409, 'edited_meanwhile']);
  expect(await saved()).toMatchObject([{ version: 2, text: both[0].status === 204 ? 'Soon.' : 'Tomorrow.' }]);
  expect((await send('saved-replies/remove', { id: reply.id })).status).toBe(204);
  expect(errorOf(await send('saved-replies/remove', { id: reply.id }))).toEqual([404, 'not_found']);
  expect(errorOf(await send('saved-replies/save', { of, name: 'N', text }))).toEqual([404, 'not_found']);
});
