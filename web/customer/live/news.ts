import type { Order } from '#contract/orders.ts';
import type { Ticket } from '#contract/tickets.ts';

export type News =
  | { about: 'order'; number: string; status: Exclude<Order['status'], 'placed'> }
  | { about: 'ticket'; number: string };

/** Orders and tickets as they were last seen. */
export type Known = { orders: readonly Order[]; tickets: readonly Ticket[] };

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
