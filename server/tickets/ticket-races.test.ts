import { expect, test } from 'vitest';
import { runConcurrently, openTestApp, post, countValues } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { expectIntegrity, waitUntilBlocked } from '../../tests/database.ts';
import { answerTicket } from './conversation.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, deps, pool } = shop;

async function opened() {
  const { token } = await makeSignedInCustomer(shop);
  const { body } = await post(app, '/customer/ticket/add', { subject: 'S', message: 'first' }, { token });
  const call = (path: string) => post(app, path, { id: body.id }, { token });
  const { number } = (await call('/customer/ticket/get')).body;
  return {
    id: body.id as string,
    number: number as string,
    read: async () => (await call('/customer/ticket/get')).body,
    messages: async () =>
      (await call('/customer/ticket/get-children')).body.map((one: { message: string }) => one.message) as string[],
    close: () => call('/api/ticket/close'),
    reply: (message: string) => post(app, '/customer/ticket/add', { parent: body.id, message }, { token }),
    answer: (message: string) => answerTicket(deps, { number, actor: 'Mei', message }),
  };
}

/** Locks the ticket's row until all `deeds` wait for it, each started after the one before was waiting. */
async function inTurn(id: string, deeds: readonly (() => Promise<unknown>)[]): Promise<void> {
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM ticket WHERE id = $1 FOR UPDATE', [id]);
  const running: Promise<unknown>[] = [];
  for (const deed of deeds) {
    running.push(deed());
    await waitUntilBlocked(pool, running.length);
  }
  await holder.query('COMMIT');
  holder.release();
  await Promise.all(running);
}

async function movesOf(id: string): Promise<string[]> {
  const { rows } = await pool.query('SELECT state FROM ticket_event WHERE ticket_id = $1 ORDER BY at', [id]);
  return rows.map((row) => row.state);
}

test('two concurrent answers are both stored in order, with one status change', async () => {
  const ticket = await opened();
  await inTurn(ticket.id, [() => ticket.answer('one'), () => ticket.answer('two')]);
  expect(await ticket.messages()).toEqual(['first', 'one', 'two']);
  expect(await movesOf(ticket.id)).toEqual(['open', 'answered']);
});

test.each([
  { first: 'close', next: 'reply', state: 'open', moves: ['open', 'closed', 'open'] },
  { first: 'reply', next: 'close', state: 'closed', moves: ['open', 'closed'] },
  { first: 'close', next: 'answer', state: 'answered', moves: ['open', 'closed', 'answered'] },
  { first: 'answer', next: 'close', state: 'closed', moves: ['open', 'answered', 'closed'] },
] as const)('of concurrent $first and $next the later one decides', async ({ first, next, state, moves }) => {
  const ticket = await opened();
  await inTurn(ticket.id, [() => ticket[first]('x'), () => ticket[next]('x')]);
  expect((await ticket.read()).status).toBe(state);
  expect(await movesOf(ticket.id)).toEqual(moves);
});

test('an answer during a read is included or stays unread', async () => {
  const ticket = await opened();
  await ticket.answer('one');
  let seen: { unread: boolean; replies: number } | undefined;
  await inTurn(ticket.id, [() => ticket.answer('two'), async () => (seen = await ticket.read())]);
  expect(seen).toMatchObject({ unread: false, replies: 2 });

  await ticket.answer('three');
  await inTurn(ticket.id, [async () => (seen = await ticket.read()), () => ticket.answer('four')]);
  const { rows } = await pool.query('SELECT is_unread FROM ticket WHERE id = $1', [ticket.id]);
  expect(rows).toEqual([{ is_unread: true }]);
});

test('one of thirty concurrent closes changes the status', async () => {
  const ticket = await opened();
  const responses = await runConcurrently(30, 10, () => ticket.close());
  expect(countValues(responses.map(({ status }) => status))).toEqual({ 204: 30 });
  expect(await movesOf(ticket.id)).toEqual(['open', 'closed']);
});

test('concurrent actions on one ticket lose nothing, and the last event is the status', async () => {
  const ticket = await opened();
  const deeds = [ticket.reply, ticket.answer, () => ticket.close()];
  await runConcurrently(45, 6, async (index) => void (await deeds[index % 3]!(`message ${index}`)));
  expect(new Set(await ticket.messages()).size).toBe(31);
  expect((await movesOf(ticket.id)).at(-1)).toBe((await ticket.read()).status);
  await expectIntegrity(pool);
});
