import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { listOrders } from '#contract/orders.ts';
import { suggest } from '#contract/products.ts';
import type { Locale } from '#domain/locale.ts';
import { order } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, textOf } from '../../testing/render.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts, type Panel } from './use-shortcuts.ts';

function Page() {
  const [panel, setPanel] = useState<Panel>();
  useShortcuts(setPanel);
  return (
    <>
      <input aria-label="Note" />
      <CommandPalette isOpen={panel === 'search'} onClose={() => setPanel(undefined)} isMember />
      <ShortcutHelp isOpen={panel === 'shortcuts'} onClose={() => setPanel(undefined)} />
    </>
  );
}

async function showPage(server = new FakeServer(), locale: Locale = 'en') {
  server.on(listOrders, [order()]).on(suggest, {
    items: [
      { kind: 'title', text: 'Dune', detail: 'Frank Herbert', href: '/book/1/dune' },
      { kind: 'author', text: 'Dune Reader', href: '/browse?author=dune-reader' },
    ],
  });
  return { ...(await renderInArea(<Page />, { at: '/dashboard', locale })), server };
}

const options = () => within(screen.getByRole('listbox')).queryAllByRole('option').map(textOf);
const count = () => screen.getAllByRole('status').map(textOf).filter(Boolean);

test('the slash opens the search with the focus in it, and every page below', async () => {
  const { user } = await showPage();
  await user.keyboard('/');
  const field = await screen.findByRole('combobox', { name: 'Pages, orders, books' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(options()).toContain('My orders');
  expect(options()).toContain('Profile');
});

test('words find pages at once by the beginnings of their words, orders and books after a pause', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, server } = await showPage();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'ord');
  expect(options()).toEqual(['My orders']);
  expect(server.requestsOf(suggest)).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(200));
  await waitFor(() => expect(options()).toContain('DuneFrank Herbert'));
  expect(options()).toEqual([
    'My orders',
    'Order BK-100013Delivered · Title 1, Title 2',
    'DuneFrank Herbert',
    'Dune ReaderAuthor',
    'All books for “ord”',
  ]);
  expect(server.requestsOf(suggest)).toHaveLength(1);
  expect(count()).toContain('5 results');
});

test('the arrow keys choose and Enter opens, which closes the search', async () => {
  const { user, address } = await showPage();
  await user.keyboard('/');
  await user.type(await screen.findByRole('combobox'), 'my o');
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(address()).not.toBe('/dashboard'));
  expect(address()).toBe('/my-orders');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('where orders and books cannot be had, the pages still can', async () => {
  const server = new FakeServer();
  const { user } = await showPage(server);
  server.on(listOrders, new Refusal('busy', 'Later.')).on(suggest, 'offline');
  await user.keyboard('/');
  await user.type(await screen.findByRole('combobox'), 'profile');
  await waitFor(() => expect(options()).toEqual(['Profile', 'All books for “profile”']));
});

test('closed and opened again, the field is empty', async () => {
  const { user } = await showPage();
  await user.keyboard('/');
  await user.type(await screen.findByRole('combobox'), 'profile');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await user.keyboard('/');
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('');
});

test('the keys do nothing where somebody types, and the single ones can be turned off', async () => {
  const { user } = await showPage();
  await user.type(screen.getByLabelText('Note'), 'a/?');
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('a/?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(document.body);
  await user.keyboard('?');
  const help = await screen.findByRole('dialog');
  const single = within(help).getByRole<HTMLInputElement>('checkbox');
  await user.click(single);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('/?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox')).toBeDefined();
  await user.keyboard('{Escape}');
});

test('in Persian the pages are found by Persian words, also with an Arabic ye', async () => {
  const { user } = await showPage(new FakeServer(), 'fa');
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  const [first] = options();
  await user.type(field, first!.replaceAll('ی', 'ي'));
  expect(options()[0]).toBe(first);
});
