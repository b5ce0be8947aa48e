import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBooks, listSeries, type BegunSeries, type BoughtTitle } from '#contract/books.ts';
import { cartLines } from '../../browser/cart.ts';
import { FakeServer, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { BooksPage } from './books-page.tsx';

const title = (id: number, changes: Partial<BoughtTitle> = {}): BoughtTitle => ({
  id,
  objectID: String(id),
  slug: `title-${id}`,
  title: `Title ${id}`,
  subtitle: '',
  language: 'en',
  authors: [{ name: 'R. Reader', slug: 'r-reader' }],
  series: null,
  cover: `/covers/${id}.svg`,
  formats: ['paperback'],
  price: 36,
  original_price: 40,
  available: true,
  availability: { state: 'in_stock', from: null },
  vid: id * 10,
  variants: 1,
  rating: null,
  is_listed: true,
  copies: [{ format: 'paperback', order: 'BK-100001', bought_at: '2026-11-01T02:00:00.000Z' }],
  own_rating: null,
  may_review: true,
  ...changes,
});

const { is_listed: _l, copies: _c, own_rating: _r, may_review: _m, ...row } = title(9);
const series = (changes: Partial<BegunSeries> = {}): BegunSeries => ({
  name: 'Earthsea',
  slug: 'earthsea',
  volumes: [
    { number: '1', is_owned: true },
    { number: '2', is_owned: false },
  ],
  next: { ...row, number: '2' },
  ...changes,
});

const serve = (rows: BoughtTitle[], items: BegunSeries[] = []) =>
  new FakeServer().on(listBooks, { rows, total: rows.length }).on(listSeries, { items });

test('series and titles appear together, so that nothing moves', async () => {
  signIn();
  const server = serve([title(1)]);
  const answerSeries = server.hold(listSeries);
  await renderInArea(<BooksPage />);
  await expect.poll(() => server.requestsOf(listBooks).length).toBe(1);
  for (let turn = 0; turn < 10; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByRole('article', { name: 'Title 1' })).toBeNull();
  answerSeries({ items: [series()] });
  await screen.findByRole('article', { name: 'Earthsea' });
  expect(screen.getByRole('article', { name: 'Title 1' })).toBeTruthy();
});

test('titles are shown without their series where these cannot be loaded', async () => {
  signIn();
  serve([title(1)]).on(listSeries, 'offline');
  await renderInArea(<BooksPage />);
  expect(await screen.findByRole('article', { name: 'Title 1' })).toBeTruthy();
});

test('a title says what was bought when, and leads to order, shop and review', async () => {
  signIn();
  serve([
    title(1),
    title(2, { is_listed: false, own_rating: 4, series: { name: 'Earthsea', slug: 'e', number: '3' } }),
  ]);
  await renderInArea(<BooksPage />);
  const first = await screen.findByRole('article', { name: 'Title 1' });
  expect(textOf(first)).toContain('Paperback, bought 1 November 2026');
  const href = (name: string | RegExp) => within(first).getByRole('link', { name }).getAttribute('href');
  expect([href('Order BK-100001'), href(/Title 1/), href('Write a review')]).toEqual([
    '/my-orders?order=BK-100001',
    '/book/1/title-1',
    '/reviews/write/1',
  ]);
  const second = screen.getByRole('article', { name: 'Title 2' });
  for (const text of ['Book 3 of Earthsea', '4 out of 5 stars', 'Edit your review'])
    expect(textOf(second)).toContain(text);
  expect(within(second).queryByRole('link', { name: /Title 2/ })).toBeNull();
});

test('a begun series shows its progress, and its next volume goes into the cart', async () => {
  signIn();
  serve([title(1)], [series()]);
  const { user } = await renderInArea(<BooksPage />);
  const shelf = await screen.findByRole('article', { name: 'Earthsea' });
  for (const text of ['1 of 2 books', 'Book 1: yours', 'Book 2: not yet', 'Next: book 2', 'RM 36.00'])
    expect(textOf(shelf)).toContain(text);
  await user.click(within(shelf).getByRole('button', { name: /Add to cart/ }));
  expect(cartLines()).toEqual([{ id: 9, vid: 90, qty: 1 }]);
});

test('the next volume is added before it is published, and says so', async () => {
  signIn();
  const availability = { state: 'preorder', from: '2026-12-24' } as const;
  serve([title(1)], [series({ next: { ...row, availability, number: '2' } })]);
  const { user } = await renderInArea(<BooksPage />);
  const shelf = await screen.findByRole('article', { name: 'Earthsea' });
  expect(textOf(shelf)).toContain('Pre-order: dispatched from 24 December 2026');
  await user.click(within(shelf).getByRole('button', { name: /Add to cart/ }));
  expect(cartLines()).toEqual([{ id: 9, vid: 90, qty: 1 }]);
});

test('a complete series says so, and a volume that is sold out cannot be added', async () => {
  signIn();
  const complete = series({ name: 'Done', slug: 'done', volumes: [{ number: '1', is_owned: true }], next: null });
  const soldOut = { vid: null, available: false, availability: { state: 'out_of_stock', from: null } } as const;
  serve([title(1)], [complete, series({ next: { ...row, ...soldOut, number: '2' } })]);
  await renderInArea(<BooksPage />);
  expect(textOf(await screen.findByRole('article', { name: 'Done' }))).toContain('You have them all.');
  const other = screen.getByRole('article', { name: 'Earthsea' });
  expect(textOf(other)).toContain('Out of stock');
  expect(within(other).queryByRole('button')).toBeNull();
});

test('search and order are kept in the address; a search without results offers all books', async () => {
  signIn();
  const server = serve([title(1)]);
  const { user, address } = await renderInArea(<BooksPage />, { at: '/my-books' });
  await user.selectOptions(await screen.findByLabelText('Sort by'), 'Title');
  expect(address()).toBe('/my-books?sort=title');
  server.on(listBooks, { rows: [], total: 0 });
  await user.type(screen.getByRole('searchbox'), 'nowhere{Enter}');
  expect(await screen.findByRole('heading', { name: 'None of your books fits “nowhere”' })).toBeDefined();
  expect(server.requestsOf(listBooks).at(-1)!.query.get('q')).toBe('nowhere');
  await user.click(screen.getByRole('button', { name: 'Show all books' }));
  expect(address()).toBe('/my-books?sort=title');
});

test('who has bought nothing is led to the shop', async () => {
  signIn();
  serve([]);
  await renderInArea(<BooksPage />);
  expect(await screen.findByRole('heading', { name: 'No books yet' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Browse books' }).getAttribute('href')).toBe('/browse');
});
