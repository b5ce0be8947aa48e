import type { Deps } from '../deps.ts';
import { answerTicket } from '../tickets/answer-ticket.ts';
import { closeTicket } from '../tickets/close-ticket.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { requireTicket } from '../tickets/queries.ts';
import { readTicket } from '../tickets/read-ticket.ts';
import { replyToTicket } from '../tickets/reply-to-ticket.ts';

type Reader = { customerId: string; orders: readonly string[]; productId: number };

/** The conversations of the demo's reader: one closed, one open about an order, one with an answer not read yet. */
export async function seedTickets(deps: Deps, reader: Reader): Promise<void> {
  await seedClosed(deps, reader);
  await seedOpen(deps, reader);
  await seedAnswered(deps, reader);
}

async function seedClosed(deps: Deps, { customerId, orders }: Reader): Promise<void> {
  const own = await openFor(deps, customerId, {
    subject: 'A corner of the cover is bent',
    message: 'The book arrived today, thank you. One corner of its cover is bent, though. Can that be helped?',
    category: 'delivery',
    order_id: orders[0],
  });
  await answer(deps, own, 'We are sorry! A new copy leaves tomorrow; please keep the bent one, or pass it on.');
  await readTicket(deps, own);
  await replyToTicket(deps, customerId, { parent: own.id, message: 'The new copy is perfect. How kind of you!' });
  await closeTicket(deps, own, 'customer');
}

async function seedOpen(deps: Deps, { customerId, orders }: Reader): Promise<void> {
  const own = await openFor(deps, customerId, {
    subject: 'Could you wrap this order as a gift?',
    message: 'It is for my niece, who turns ten on Saturday. A ribbon would be lovely.',
    category: 'order',
    order_id: orders[4],
  });
  await answer(deps, own, 'With pleasure. Shall we put a card in, and what shall it say?');
  await readTicket(deps, own);
  const message = 'Please write:\n\nHappy birthday, dear Sofea!\nMay you never run out of pages.';
  await replyToTicket(deps, customerId, { parent: own.id, message });
}

async function seedAnswered(deps: Deps, { customerId, productId }: Reader): Promise<void> {
  const own = await openFor(deps, customerId, {
    subject: 'Do you have more like this?',
    message: 'I could not put it down. What would you read next?',
    category: 'book',
    product_id: productId,
  });
  const message =
    'What a happy question! Tell us what you liked best in it: the people, the place or the way it is told?';
  await answer(deps, own, message);
}

type Own = { id: string; customerId: string };

async function openFor(deps: Deps, customerId: string, written: Parameters<typeof openTicket>[2]): Promise<Own> {
  return { id: await openTicket(deps, customerId, written), customerId };
}

async function answer(deps: Deps, own: Own, message: string): Promise<void> {
  const { number } = await requireTicket(deps.db, own);
  await answerTicket(deps, { number, actor: 'Mei Ling', message });
}
