import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listTickets, type Ticket, type TicketPage } from '#contract/tickets.ts';
import type { Locale } from '#domain/locale.ts';
import { idOf } from '../../testing/samples.ts';
import { FakeServer, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { Component as TicketsPage } from './tickets-page.tsx';

const ticket = (number: number, changes: Partial<Ticket> = {}): Ticket => ({
  id: idOf(number),
  number: `T-${number}`,
  subject: `Question ${number}`,
  status: 'open',
  category: 'order',
  order_id: null,
  order_number: null,
  product: null,
  page: null,
  created_at: '2026-11-01T02:00:00.000Z',
  updated_at: '2026-11-01T02:00:00.000Z',
  replies: 0,
  unread: false,
  ...changes,
});

const found = (rows: Ticket[], total = rows.length): TicketPage => ({
  rows,
  total,
  page: 1,
  counts: { open: 3, answered: 1249, closed: 0 },
  unread: 0,
});

async function showTickets(server: FakeServer, at = '/tickets', locale: Locale = 'en') {
  signIn();
  const shown = await renderInArea(<TicketsPage />, { at, locale });
  await waitFor(() => expect(server.requestsOf(listTickets)).not.toEqual([]));
  return { ...shown, server };
}

const status = (name: RegExp) =>
  within(screen.getByRole('navigation', { name: 'Filter tickets' })).getByRole('link', { name });

test('each status says how many there are, and the chosen one is marked', async () => {
  const { user, address } = await showTickets(new FakeServer().on(listTickets, found([ticket(1)])));
  await screen.findByText('Question 1');
  expect(textOf(status(/Answered/))).toBe('Answered1.2k');
  expect(status(/All/).getAttribute('aria-current')).toBe('true');
  await user.click(status(/Open/));
  expect(address()).toBe('/tickets?state=open');
  await waitFor(() => expect(status(/Open/).getAttribute('aria-current')).toBe('true'));
  expect(status(/All/).getAttribute('aria-current')).toBeNull();
});

test('filters combine, begin at the first page, and go to the server', async () => {
  const server = new FakeServer().on(listTickets, found([ticket(1)], 25));
  const { user, address } = await showTickets(server, '/tickets?state=open&page=2');
  await user.selectOptions(await screen.findByLabelText('Topic'), 'Delivery');
  expect(address()).toBe('/tickets?state=open&category=delivery');
  await user.type(screen.getByRole('searchbox', { name: 'Search your tickets' }), ' late {Enter}');
  expect(address()).toBe('/tickets?state=open&category=delivery&q=late');
  await waitFor(() =>
    expect(Object.fromEntries(server.requestsOf(listTickets).at(-1)!.query)).toEqual({
      status: 'open',
      category: 'delivery',
      q: 'late',
      page: '1',
      limit: '10',
    }),
  );
});

test('a filter of the address that there is not is no filter', async () => {
  const server = new FakeServer().on(listTickets, found([]));
  await showTickets(server, '/tickets?state=lost&category=x&page=-1');
  expect(Object.fromEntries(server.requestsOf(listTickets)[0]!.query)).toEqual({ page: '1', limit: '10' });
  expect(await screen.findByRole('heading', { name: 'No tickets yet.' })).toBeDefined();
});

test('where nothing fits the filter, the page says so and leads to all', async () => {
  const { user, address } = await showTickets(new FakeServer().on(listTickets, found([])), '/tickets?q=dragon');
  expect(await screen.findByRole('heading', { name: 'No tickets found.' })).toBeDefined();
  expect(screen.getByText('No tickets').getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('link', { name: 'Show all tickets' }));
  expect(address()).toBe('/tickets');
});

test('pages lead on and back within the filter, and one beyond the last leads to the last', async () => {
  const server = new FakeServer().on(listTickets, found([ticket(1)], 25));
  const { user, address } = await showTickets(server, '/tickets?state=open');
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  expect(textOf(pages)).toBe('Page 1 of 3Next page');
  await user.click(within(pages).getByRole('link', { name: 'Next page' }));
  expect(address()).toBe('/tickets?state=open&page=2');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('rel')).toBe('prev'));
});

test('a page beyond the last leads to the last', async () => {
  const { address } = await showTickets(new FakeServer().on(listTickets, found([ticket(1)], 25)), '/tickets?page=9');
  await waitFor(() => expect(address()).toBe('/tickets?page=3'));
});

test('an unread ticket says so, its number keeps its line, and in Persian counts have Persian digits', async () => {
  const rows = [ticket(1, { unread: true, replies: 2 }), ticket(2)];
  await showTickets(new FakeServer().on(listTickets, found(rows)), '/tickets', 'fa');
  const [unread, read] = (await screen.findAllByText(/Question/)).map((subject) => subject.closest('a')!);
  expect([unread!.className, read!.className]).toEqual([expect.stringContaining('is-unread'), 'ticket-link']);
  expect(textOf(unread!)).toContain('۲');
  expect(within(unread!).getByText('T-1').className).toBe('nowrap');
});
