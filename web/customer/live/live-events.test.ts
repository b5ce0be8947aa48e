import { expect, test } from 'vitest';
import { readEvents, answeredTickets, changedOrders } from './live-events.ts';
import type { Order } from '#contract/orders.ts';
import type { Ticket } from '#contract/tickets.ts';

async function read(...chunks: string[]) {
  const heard: string[] = [];
  let beats = 0;
  const body = new Blob(chunks).stream();
  await readEvents(body, { onData: (data) => heard.push(data), onHeartbeat: () => beats++ });
  return { heard, beats };
}

test('each event is reported once it is complete, and a heartbeat is not an event', async () => {
  const { heard, beats } = await read(':\n\n', 'data: orders\n\ndata: tick', 'ets\n\n:\n\ndata: cut');
  expect(heard).toEqual(['orders', 'tickets']);
  expect(beats).toBeGreaterThan(0);
});

test('a response without events reports none', async () => {
  expect((await read('')).heard).toEqual([]);
});

const order = (id: string, status: Order['status']) => ({ id, number: `BK-${id}`, status }) as Order;
const ticket = (id: string, status: Ticket['status'], replies: number) =>
  ({ id, number: `T-${id}`, status, replies }) as Ticket;

test('an order whose status changed is reported, an unchanged or new one is not', () => {
  const before = [order('1', 'placed'), order('2', 'paid')];
  const now = [order('3', 'placed'), order('4', 'paid'), order('1', 'paid'), order('2', 'paid')];
  expect(changedOrders(before, now)).toEqual([{ about: 'order', number: 'BK-1', status: 'paid' }]);
  expect(changedOrders(undefined, now)).toEqual([]);
});

test('a staff reply is reported, even a second one; what the customer wrote or closed is not', () => {
  const before = [
    ticket('1', 'open', 0),
    ticket('2', 'answered', 1),
    ticket('3', 'answered', 1),
    ticket('4', 'open', 2),
  ];
  const now = [
    ticket('1', 'answered', 1),
    ticket('2', 'answered', 2),
    ticket('3', 'open', 2),
    ticket('4', 'closed', 2),
  ];
  expect(answeredTickets(before, now).map(({ number }) => number)).toEqual(['T-1', 'T-2']);
  expect(answeredTickets(undefined, now)).toEqual([]);
});
