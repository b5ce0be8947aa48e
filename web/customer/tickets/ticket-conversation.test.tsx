import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import {
  addTicket,
  closeTicket,
  getTicket,
  listTicketReplies,
  type TicketReply,
  type TicketWithTimeline,
} from '#contract/tickets.ts';
import { idOf } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { Component as TicketPage } from './ticket-page.tsx';

const TICKET: TicketWithTimeline = {
  id: idOf(30),
  number: 'T-12',
  subject: 'Where is it?',
  status: 'answered',
  category: 'order',
  order_id: null,
  order_number: null,
  product: null,
  page: null,
  created_at: '2026-11-20T02:00:00.000Z',
  updated_at: '2026-11-21T02:00:00.000Z',
  replies: 2,
  unread: false,
  timeline: [
    { status: 'open', by: 'customer', at: '2026-11-20T02:00:00.000Z' },
    { status: 'closed', by: 'staff', at: '2026-11-20T05:00:00.000Z' },
    { status: 'answered', by: 'customer', at: '2026-11-20T06:00:00.000Z' },
  ],
};
const REPLIES: TicketReply[] = [
  { id: idOf(31), author: 'customer', name: 'Aminah', message: 'It is late.', at: '2026-11-20T02:00:00.000Z' },
  { id: idOf(32), author: 'staff', name: 'Sara', message: 'It comes today.', at: '2026-11-21T02:00:00.000Z' },
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:00:00.000Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

async function showTicket(server = new FakeServer(), locale: Locale = 'en') {
  signIn();
  server.on(getTicket, TICKET).on(listTicketReplies, REPLIES);
  const routes = [{ path: '/tickets/show/:id', element: <TicketPage /> }];
  const shown = await renderInArea(null, { at: `/tickets/show/${TICKET.id}`, routes, locale });
  await screen.findByRole('log');
  return { ...shown, server };
}

const entries = () => within(screen.getByRole('log')).getAllByRole('listitem').map(textOf);
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your reply');
const send = () => screen.getByRole('button', { name: /Send/ });

test('what was written and what happened stand in the order of time, recent days by their names', async () => {
  await showTicket();
  expect(entries()).toEqual([
    'Aminahyesterday, 10:00 amIt is late.',
    'We closed this ticket yesterday, 1:00 pm',
    'You reopened this ticket yesterday, 2:00 pm',
    'SaraBookshoptoday, 10:00 amIt comes today.',
  ]);
});

test('in Persian the days and digits are Persian', async () => {
  await showTicket(new FakeServer(), 'fa');
  expect(entries().at(-1)).toContain('امروز');
  expect(entries().at(-1)).toMatch(/۱۰:۰۰/);
  expect(document.documentElement.dir).toBe('rtl');
});

test('a reply is shown at once while it is sent, opens the ticket, and leaves the field for the next', async () => {
  const server = new FakeServer();
  const answer = server.hold(addTicket);
  const { user } = await showTicket(server);
  await user.type(field(), 'Thank you!');
  await user.click(send());
  await waitFor(() => expect(entries().at(-1)).toBe('Aminah YusofSending …Thank you!'));
  expect([field().value, document.activeElement]).toEqual(['', field()]);
  expect(screen.getByText('A bookseller will reply on the next working day.', { exact: false })).toBeDefined();
  await user.click(send());
  const arrived = { id: idOf(33), author: 'customer', name: 'Aminah', message: 'Thank you!' } as const;
  server.on(listTicketReplies, [...REPLIES, { ...arrived, at: '2026-11-21T08:00:00.000Z' }]);
  answer({ id: TICKET.id });
  await waitFor(() => expect(entries().at(-1)).toBe('Aminahtoday, 4:00 pmThank you!'));
  expect(server.bodiesOf(addTicket)).toEqual([{ parent: TICKET.id, message: 'Thank you!' }]);
});

test('a reply that was refused returns to the field before what was typed meanwhile', async () => {
  const server = new FakeServer();
  const answer = server.hold(addTicket);
  const { user } = await showTicket(server);
  await user.type(field(), 'Thank you!');
  await user.click(send());
  await user.type(field(), 'One more thing');
  answer(new Refusal('too_many_requests', 'Please wait a moment.'));
  expect((await screen.findByText('Please wait a moment.')).closest('[role=alert]')).not.toBeNull();
  await waitFor(() => expect(field().value).toBe('Thank you!\n\nOne more thing'));
  expect(entries()).toHaveLength(4);
});

test('an empty reply is not sent, and says so', async () => {
  const { user, server } = await showTicket();
  await user.type(field(), '  ');
  await user.click(send());
  expect((await screen.findByText('This field is required.')).closest('p')!.role).toBe('alert');
  expect(server.requestsOf(addTicket)).toEqual([]);
});

test('the shop’s replies are read out as they come, the customer’s own are not', async () => {
  await showTicket();
  const [own] = screen.getAllByText('It is late.');
  expect(own!.closest('li')!.getAttribute('aria-live')).toBe('off');
  expect(screen.getByText('It comes today.').closest('li')!.getAttribute('aria-live')).toBeNull();
});

test('closing shows at once, and is taken back where the server refuses', async () => {
  const server = new FakeServer();
  const answer = server.hold(closeTicket);
  const { user } = await showTicket(server);
  await user.click(screen.getByRole('button', { name: 'Close ticket' }));
  expect(await screen.findByRole('button', { name: 'Reopen ticket' })).toBeDefined();
  answer(new Refusal('not_found', 'This ticket is gone.'));
  expect(await screen.findByRole('button', { name: 'Close ticket' })).toBeDefined();
  expect(screen.getByText('This ticket is gone.')).toBeDefined();
});

test('a ticket of another account is not found, without a form', async () => {
  signIn();
  new FakeServer().on(getTicket, new Refusal('not_found', 'There is no such ticket.'));
  const routes = [{ path: '/tickets/show/:id', element: <TicketPage /> }];
  await renderInArea(null, { at: `/tickets/show/${TICKET.id}?state=open`, routes });
  expect(await screen.findByRole('heading', { name: 'Ticket not found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'All tickets' }).getAttribute('href')).toBe('/tickets?state=open');
  expect(screen.queryByLabelText('Your reply')).toBeNull();
});
