import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAddresses, removeAddress, setDefaultAddress, type Address } from '#contract/account.ts';
import { MAX_ADDRESSES } from '#contract/options.ts';
import { address } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { Component as AddressesPage } from './addresses-page.tsx';

const HOME = address(1, { is_default: true });
const WORK = address(2);

async function showAddresses(server: FakeServer, saved: Address[] = [HOME, WORK]) {
  signIn();
  const shown = await renderInArea(<AddressesPage />);
  if (saved.length > 0) await screen.findByRole('list', { name: 'My addresses' });
  return { ...shown, server };
}

const card = (line: string) => screen.getByText(line).closest('article')!;
const isDefault = (line: string) => within(card(line)).queryByText('Default') !== null;

test('another default is shown at once, and stays so once the server has it', async () => {
  const server = new FakeServer().on(listAddresses, [HOME, WORK]);
  const answer = server.hold(setDefaultAddress);
  const { user } = await showAddresses(server);
  await user.click(screen.getByRole('button', { name: 'Set as default' }));
  await waitFor(() => expect([isDefault('1 Jalan Telawi'), isDefault('2 Jalan Telawi')]).toEqual([false, true]));
  server.on(listAddresses, [
    { ...HOME, is_default: false },
    { ...WORK, is_default: true },
  ]);
  answer({ id: WORK.id });
  await waitFor(() => expect(server.requestsOf(listAddresses)).toHaveLength(2));
  expect(isDefault('2 Jalan Telawi')).toBe(true);
});

test('a default that was refused is taken back, and the reason is announced', async () => {
  const server = new FakeServer().on(listAddresses, [HOME, WORK]);
  server.on(setDefaultAddress, new Refusal('not_found', 'This address is gone.'));
  const { user } = await showAddresses(server);
  server.on(listAddresses, 'offline');
  await user.click(screen.getByRole('button', { name: 'Set as default' }));
  expect((await screen.findByText('This address is gone.')).closest('[role=alert]')).not.toBeNull();
  expect([isDefault('1 Jalan Telawi'), isDefault('2 Jalan Telawi')]).toEqual([true, false]);
});

test('an address is removed after a question, and the newest of the others becomes the default', async () => {
  const server = new FakeServer().on(listAddresses, [HOME, WORK]);
  const answer = server.hold(removeAddress);
  const { user } = await showAddresses(server);
  await user.click(within(card('1 Jalan Telawi')).getByRole('button', { name: 'Remove' }));
  const question = await screen.findByRole('alertdialog', { name: 'Remove this address?' });
  expect(textOf(question)).toContain('Aminah Yusof, 1 Jalan Telawi.');
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('1 Jalan Telawi')).toBeNull());
  expect(isDefault('2 Jalan Telawi')).toBe(true);
  expect(server.bodiesOf(removeAddress)).toEqual([{ id: HOME.id }]);
  answer(undefined);
});

test('a question that is declined removes nothing and gives the focus back', async () => {
  const server = new FakeServer().on(listAddresses, [HOME]);
  const { user } = await showAddresses(server);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(await screen.findByRole('button', { name: 'Keep address' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })));
  expect(server.requestsOf(removeAddress)).toEqual([]);
});

test('every action says to which address it belongs', async () => {
  await showAddresses(new FakeServer().on(listAddresses, [HOME, WORK]));
  const described = screen
    .getAllByRole('button', { name: /Edit|Remove/ })
    .map((button) => textOf(document.getElementById(button.getAttribute('aria-describedby')!)));
  expect(described).toEqual([
    expect.stringContaining('1 Jalan Telawi'),
    expect.stringContaining('1 Jalan Telawi'),
    expect.stringContaining('2 Jalan Telawi'),
    expect.stringContaining('2 Jalan Telawi'),
  ]);
});

test('at the most that can be saved, the page says so in place of the button', async () => {
  const all = Array.from({ length: MAX_ADDRESSES }, (_, index) => address(index + 1));
  await showAddresses(new FakeServer().on(listAddresses, all));
  expect(await screen.findByText(/You can save up to/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull();
});

test('without addresses the page says what they are for', async () => {
  await showAddresses(new FakeServer().on(listAddresses, []), []);
  expect(await screen.findByRole('heading', { name: 'No saved addresses yet.' })).toBeDefined();
});

test('what could not be loaded can be asked for again', async () => {
  const server = new FakeServer().on(listAddresses, 'offline');
  const { user } = await showAddresses(server, []);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(retry.closest('[role=alert]')!.textContent).toContain('We can’t reach the shop.');
  server.on(listAddresses, [WORK]);
  await user.click(retry);
  expect(await screen.findByText('2 Jalan Telawi')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
