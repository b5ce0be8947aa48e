import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getWishList, listWishedTitles, toggleWish, type WishedTitle } from '#contract/account.ts';
import { cartLines } from '../../browser/cart.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { Component as WishListPage } from './wish-list-page.tsx';

const wish = (id: number, changes: Partial<WishedTitle> = {}): WishedTitle => ({
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
  wished_at: '2026-11-01T02:00:00.000Z',
  is_listed: true,
  offer: {
    vid: id * 10,
    format: 'paperback',
    price: 36,
    original_price: 40,
    stock: 12,
    availability: { state: 'in_stock', from: null },
  },
  price_then: 36,
  price_alert: false,
  drop: 0,
  ...changes,
});

const listed = (rows: WishedTitle[], { total = rows.length, page = 1 } = {}) => ({ rows, total, page });

async function showWishes(server: FakeServer, at = '/wish-list') {
  signIn();
  const shown = await renderInArea(<WishListPage />, { at });
  await waitFor(() => expect(titles()).not.toEqual([]));
  return { ...shown, server };
}

/** Beside the page stand the toasts, which have headings too. */
const titles = () => within(screen.getByRole('main')).queryAllByRole('heading', { level: 2 }).map(textOf);
const removeButton = (id: number) => screen.getByRole('button', { name: `Remove “Title ${id}” from wish list` });

test('a title that is removed goes at once, and a double click asks the server once', async () => {
  const server = new FakeServer().on(listWishedTitles, listed([wish(1), wish(2)]));
  const answer = server.hold(toggleWish);
  const { user } = await showWishes(server);
  await user.dblClick(removeButton(1));
  await waitFor(() => expect(titles()).toEqual(['Title 2']));
  expect(screen.getByText('1 title')).toBeDefined();
  server.on(listWishedTitles, listed([wish(2)]));
  answer({ objectID: '1', wished: false });
  await waitFor(() => expect(server.requestsOf(listWishedTitles)).toHaveLength(2));
  expect([titles(), server.bodiesOf(toggleWish)]).toEqual([['Title 2'], [{ objectID: '1' }]]);
});

test('a title that could not be removed returns, and the reason is announced', async () => {
  const server = new FakeServer().on(listWishedTitles, listed([wish(1), wish(2)]));
  server.on(toggleWish, new Refusal('busy', 'Please try again.'));
  const { user } = await showWishes(server);
  await user.click(removeButton(1));
  expect((await screen.findByText('Please try again.')).closest('[role=alert]')).not.toBeNull();
  await waitFor(() => expect(titles()).toEqual(['Title 1', 'Title 2']));
});

test('the focus stays in the list where the button that had it is gone', async () => {
  const server = new FakeServer().on(listWishedTitles, listed([wish(1), wish(2)]));
  server.hold(toggleWish);
  const { user } = await showWishes(server);
  await user.click(removeButton(1));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Wish list' })));
});

test('a title moved to the cart is there once, and gone from the list', async () => {
  const server = new FakeServer().on(listWishedTitles, listed([wish(1), wish(2)]));
  server.hold(toggleWish);
  const { user } = await showWishes(server);
  await user.dblClick(screen.getByRole('button', { name: 'Move to cart: “Title 1”' }));
  await waitFor(() => expect(titles()).toEqual(['Title 2']));
  expect(cartLines()).toEqual([{ id: 1, vid: 10, qty: 1 }]);
  expect(textOf(screen.getByText(/was added to your cart/))).toBe('“Title 1” was added to your cart.');
});

test('what is ordered ahead says from when it is dispatched, and moves to the cart', async () => {
  const ahead = (id: number, availability: WishedTitle['availability']) =>
    wish(id, { offer: { ...wish(id).offer!, stock: 0, availability } });
  const rows = [
    ahead(1, { state: 'preorder', from: '2026-12-24' }),
    ahead(2, { state: 'back_order', from: '2026-12-03' }),
  ];
  await showWishes(new FakeServer().on(listWishedTitles, listed(rows)));
  const cards = screen.getAllByRole('article').map(textOf);
  expect(cards[0]).toContain('Pre-order: dispatched from 24 December 2026');
  expect(cards[1]).toContain('To order: dispatched from 3 December 2026');
  expect(cards.join()).not.toContain('n stock');
  expect(screen.getAllByRole('button', { name: /Move to cart/ })).toHaveLength(2);
});

test('what cannot be bought says why, and what became cheaper by how much', async () => {
  const rows = [
    wish(1, { offer: null, available: false, availability: { state: 'out_of_stock', from: null } }),
    wish(2, { is_listed: false }),
    wish(3, { drop: 4.5 }),
    wish(4, { offer: { ...wish(4).offer!, stock: 2 } }),
  ];
  await showWishes(new FakeServer().on(listWishedTitles, listed(rows)));
  const cards = screen.getAllByRole('article').map(textOf);
  expect(cards[0]).toContain('Out of stock');
  expect(cards[1]).toContain('No longer available');
  expect(cards[2]).toContain('RM 4.50 less than when you added it');
  expect(cards[3]).toContain('Only 2 left.');
  expect(screen.queryByRole('link', { name: /Title 2/ })).toBeNull();
  expect(screen.getAllByRole('button', { name: /Move to cart/ })).toHaveLength(2);
});

test('more titles come on request, and where they do not the button says why and stays', async () => {
  const server = new FakeServer().on(listWishedTitles, listed([wish(1)], { total: 30 }));
  const { user } = await showWishes(server);
  server.on(listWishedTitles, new Refusal('busy', 'Please try again.'));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect((await screen.findByText('Please try again.')).role).toBe('alert');
  expect(titles()).toEqual(['Title 1']);
  server.on(listWishedTitles, listed([wish(2)], { total: 30, page: 2 }));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(titles()).toEqual(['Title 1', 'Title 2']));
  expect(server.requestsOf(listWishedTitles).at(-1)!.query.get('page')).toBe('2');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('the order is chosen in the address and asked of the server', async () => {
  const server = new FakeServer().on(listWishedTitles, listed([wish(1)]));
  const { user, address } = await showWishes(server, '/wish-list?sort=nonsense');
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('-wished_at');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Price: low to high');
  expect(address()).toBe('/wish-list?sort=price');
  await waitFor(() => expect(server.requestsOf(listWishedTitles).at(-1)!.query.get('sort')).toBe('price'));
});

test('a title that the address names is put on the list once, and an empty list says how to fill it', async () => {
  const server = new FakeServer().on(listWishedTitles, listed([])).on(getWishList, { items: [] });
  const answer = server.hold(toggleWish);
  const { address } = await showWishes(server, '/wish-list?add=7');
  expect(titles()).toEqual(['Your wish list is empty.']);
  await waitFor(() => expect(server.bodiesOf(toggleWish)).toEqual([{ objectID: '7' }]));
  expect(address()).toBe('/wish-list');
  server.on(listWishedTitles, listed([wish(7)]));
  answer({ objectID: '7', wished: true });
  await waitFor(() => expect(titles()).toEqual(['Title 7']));
});
