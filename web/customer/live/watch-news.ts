import type { LiveTopic } from '#contract/live.ts';
import { listOrders } from '#contract/orders.ts';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';
import { answeredTickets, movedOrders, type Known, type News } from './news.ts';

/** How many of the newest orders and tickets are watched for news. */
const WATCHED = 20;

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
