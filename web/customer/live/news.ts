import { listOrders, type Order } from '#contract/orders.ts';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import type { LiveTopic } from '#contract/live.ts';
import { call } from '../../browser/client.ts';

/** How many of the newest orders and tickets are watched for news. */
const WATCHED = 20;

export type News =
  | { about: 'order'; number: string; status: Exclude<Order['status'], 'placed'> }
  | { about: 'ticket'; number: string };

type Known = { orders: readonly Order[]; tickets: readonly Ticket[] };

/** Finds what is new since it last looked; at its first look nothing is. Refusals are thrown as of any call. */
export function watchNews(): (topic: LiveTopic) => Promise<News[]> {
  let known: Partial<Known> = {};
  let turn: Promise<unknown> = Promise.resolve();
  const look = async (topic: LiveTopic) => {
    const isAll = topic === 'everything';
    const before = known;
    const [orders, tickets] = await Promise.all([
      isAll || topic === 'orders' ? call(listOrders, { query: { limit: WATCHED } }) : before.orders,
      isAll || topic === 'tickets' ? listNewest() : before.tickets,
    ]);
    known = { ...(orders && { orders }), ...(tickets && { tickets }) };
    return [...movedOrders(before.orders, orders), ...answeredTickets(before.tickets, tickets)];
  };
  return (topic) => {
    const mine = turn.then(() => look(topic));
    turn = mine.catch(() => {});
    return mine;
  };
}

async function listNewest(): Promise<Ticket[]> {
  return (await call(listTickets, { query: { limit: WATCHED } })).rows;
}

/** Orders that were known, and have another state now. */
export function movedOrders(before: Known['orders'] = [], now: Known['orders'] = []): News[] {
  return now.flatMap(({ id, number, status }) => {
    const known = before.find((order) => order.id === id);
    return known && status !== 'placed' && known.status !== status ? [{ about: 'order', number, status }] : [];
  });
}

/** Tickets that were known, and to which the staff has written since. */
export function answeredTickets(before: Known['tickets'] = [], now: Known['tickets'] = []): News[] {
  return now.flatMap(({ id, number, status, replies }) => {
    const known = before.find((ticket) => ticket.id === id);
    const isNew = known && status === 'answered' && (known.status !== 'answered' || known.replies < replies);
    return isNew ? [{ about: 'ticket', number }] : [];
  });
}
