import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import type { Ticket } from '#contract/tickets.ts';
import { answeredTickets, movedOrders } from './news.ts';

const order = (id: string, status: Order['status']) => ({ id, number: `BK-${id}`, status }) as Order;
const ticket = (id: string, status: Ticket['status'], replies: number) =>
  ({ id, number: `T-${id}`, status, replies }) as Ticket;

test('an order that moved is news, one that stayed or has just been placed is not', () => {
  const before = [order('1', 'placed'), order('2', 'paid')];
  const now = [order('3', 'placed'), order('4', 'paid'), order('1', 'paid'), order('2', 'paid')];
  expect(movedOrders(before, now)).toEqual([{ about: 'order', number: 'BK-1', status: 'paid' }]);
  expect(movedOrders(undefined, now)).toEqual([]);
});

test('an answer is news, also a second one; what the customer wrote or closed is not', () => {
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
