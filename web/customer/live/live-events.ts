import type { Order } from '#contract/orders.ts';
import type { Ticket } from '#contract/tickets.ts';

/** Reads the data of the server-sent events of a response until it ends; `onHeartbeat` is called for every chunk. */
export async function readEvents(body: ReadableStream<Uint8Array>, on: EventReader): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    on.onHeartbeat();
    const events = (rest + read.value).split('\n\n');
    rest = events.pop() ?? '';
    for (const data of events.flatMap(dataOf)) on.onData(data);
  }
}

type EventReader = { onData: (data: string) => void; onHeartbeat: () => void };

/** An event without data is a heartbeat. */
function dataOf(event: string): string[] {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  return lines.length > 0 ? [lines.map((line) => line.slice('data:'.length).trimStart()).join('\n')] : [];
}

export type LiveNotification =
  | { about: 'order'; number: string; status: Exclude<Order['status'], 'placed'> }
  | { about: 'ticket'; number: string };

/** The latest known orders and tickets. */
export type Snapshot = { orders: readonly Order[]; tickets: readonly Ticket[] };

/** Known orders whose status changed. */
export function changedOrders(before: Snapshot['orders'] = [], now: Snapshot['orders'] = []): LiveNotification[] {
  return now.flatMap(({ id, number, status }) => {
    const known = before.find((order) => order.id === id);
    return known && status !== 'placed' && known.status !== status ? [{ about: 'order', number, status }] : [];
  });
}

/** Known tickets that the staff replied to. */
export function answeredTickets(before: Snapshot['tickets'] = [], now: Snapshot['tickets'] = []): LiveNotification[] {
  return now.flatMap(({ id, number, status, replies }) => {
    const known = before.find((ticket) => ticket.id === id);
    const isNew = known && status === 'answered' && (known.status !== 'answered' || known.replies < replies);
    return isNew ? [{ about: 'ticket', number }] : [];
  });
}
