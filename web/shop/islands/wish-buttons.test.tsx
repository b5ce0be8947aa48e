import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toggleWish } from '#contract/account.ts';
import { listLists, moveListTitle, type NamedList } from '#contract/lists.ts';
import { FakeServer, Refusal, signIn, textOf } from '../../testing/render.tsx';
import { toggleWishButton } from './wish-buttons.ts';

const LIST_WORDS = {
  change: 'Change list',
  moveTitle: 'Move “{title}” to',
  move: 'Move',
  moved: '“{title}” is now on “{list}”.',
  see: { label: 'View list', href: '/customer/lists' },
};
const TOAST_WORDS = {
  close: 'Close',
  wished: '“{title}” was added.',
  unwished: '“{title}” was removed.',
  failed: '“{title}” failed.',
  wishList: { label: 'View wish list', href: '/customer/wish-list' },
  signIn: { label: 'Sign in', href: '/customer/auth/login' },
};
const BIRTHDAY = '0193579a-0000-7000-8000-000000000001';
const LISTS: NamedList[] = ['Holidays', 'Birthday'].map((name, index) => ({
  id: BIRTHDAY.slice(0, -1) + String(index),
  name,
  visibility: 'private',
  is_gift: false,
  titles: 0,
  path: null,
}));

/** The heart of a book's page, pressed. */
async function pressHeart({ server = new FakeServer(), lists = LISTS } = {}) {
  server.on(toggleWish, { objectID: '7', wished: true }).on(listLists, { items: lists });
  render(
    <article>
      <h1>Dune</h1>
      <header data-lists={JSON.stringify(LIST_WORDS)}>
        <button className="wish-button" aria-pressed="false" data-id="7">
          Wish
        </button>
      </header>
      <div data-island="toast" data-words={JSON.stringify(TOAST_WORDS)} />
    </article>,
  );
  await act(() => toggleWishButton(heart()));
  return { server, user: userEvent.setup({ delay: null }) };
}

const heart = () => screen.getByRole('button', { name: 'Wish' });
const toast = () => textOf(document.querySelector('[data-island=toast]')!);

test('a member with lists moves a title to one of them by keyboard, and is back at the button', async () => {
  signIn();
  const { server, user } = await pressHeart({ server: new FakeServer().on(moveListTitle, undefined) });
  expect(toast()).toContain('“Dune” was added.');
  screen.getByRole('button', { name: 'Change list' }).focus();
  await user.keyboard('{Enter}');
  const select = screen.getByRole('combobox', { name: 'Move “Dune” to' });
  expect(document.activeElement).toBe(select);
  await user.selectOptions(select, 'Birthday');
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(toast()).toContain('“Dune” is now on “Birthday”.'));
  expect(server.bodiesOf(moveListTitle)).toEqual([{ product_id: 7, from: null, to: BIRTHDAY }]);
  expect(screen.getByRole('link', { name: 'View list' }).getAttribute('href')).toBe(`/customer/lists/${BIRTHDAY}`);
  expect(heart().ariaPressed).toBe('false');
  expect(document.activeElement).toBe(heart());
});

test('Escape leaves it on the wish list', async () => {
  signIn();
  const { user } = await pressHeart();
  await user.click(screen.getByRole('button', { name: 'Change list' }));
  await user.keyboard('{Escape}');
  expect(toast()).toBe('');
  expect(heart().ariaPressed).toBe('true');
  expect(document.activeElement).toBe(heart());
});

test('a refused move is said, and the title stays on the wish list', async () => {
  signIn();
  const { user } = await pressHeart({
    server: new FakeServer().on(moveListTitle, new Refusal('too_many', 'This list is full.')),
  });
  await user.click(screen.getByRole('button', { name: 'Change list' }));
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(toast()).toContain('This list is full.'));
  expect(heart().ariaPressed).toBe('true');
});

test('a guest is told as before, and nothing is asked of the server', async () => {
  const { server } = await pressHeart();
  expect(toast()).toContain('Sign in');
  expect(server.requestsOf(listLists)).toEqual([]);
});

test('a member without lists is led to the wish list', async () => {
  signIn();
  await pressHeart({ lists: [] });
  expect(screen.getByRole('link', { name: 'View wish list' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change list' })).toBeNull();
});
