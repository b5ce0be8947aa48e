import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listWishedTitles } from '#contract/account.ts';
import { getList, listLists, moveListTitle, saveList, saveListTitle, type ListedTitle } from '#contract/lists.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { idOf } from '../../testing/samples.ts';
import { ListsPage } from './lists-page.tsx';
import { NamedListPage } from './named-list-page.tsx';

const LIST = { id: idOf(1), name: 'Summer', visibility: 'private', is_gift: true, titles: 1, path: null } as const;
const OTHER = { ...LIST, id: idOf(2), name: 'Winter', is_gift: false };
const TITLE: ListedTitle = {
  id: 7,
  objectID: '7',
  slug: 'emma',
  title: 'Emma',
  subtitle: '',
  language: 'en',
  authors: [{ name: 'Jane Austen', slug: 'jane-austen' }],
  series: null,
  cover: '/covers/7.svg',
  formats: ['paperback'],
  price: 36,
  original_price: 40,
  available: true,
  availability: { state: 'in_stock', from: null },
  vid: 70,
  variants: 1,
  rating: null,
  is_listed: true,
  note: 'Any edition',
  added_at: '2026-11-01T02:00:00.000Z',
};

async function showList(
  list: Partial<Omit<typeof LIST, 'visibility'>> & { visibility?: 'private' | 'link' | 'public' } = {},
) {
  signIn();
  const server = new FakeServer()
    .on(getList, { ...LIST, ...list, rows: [TITLE] })
    .on(listLists, { items: [LIST, OTHER] })
    .on(listWishedTitles, { rows: [], total: 0, page: 1 });
  const shown = await renderInArea(<NamedListPage id={LIST.id} />);
  await screen.findByRole('heading', { name: 'Summer' });
  return { ...shown, server };
}

test('the lists say how many titles they have and who sees them; a new one opens', async () => {
  signIn();
  const server = new FakeServer().on(listLists, { items: [LIST, OTHER] }).on(saveList, { id: idOf(3), link: null });
  const { user, address } = await renderInArea(<ListsPage />);
  const items = within(await screen.findByRole('list', { name: 'My lists' })).getAllByRole('listitem');
  expect(items.map(textOf)).toEqual(['Summer1 title · Only me · gift list', 'Winter1 title · Only me']);
  await user.type(screen.getByLabelText('Name of the list'), 'Autumn{Enter}');
  await waitFor(() => expect(address()).toBe(`/lists/${idOf(3)}`));
  expect(server.bodiesOf(saveList)).toEqual([{ name: 'Autumn', visibility: 'private', is_gift: false }]);
});

test('a title has its note, which is saved when it is left, and moves to another list', async () => {
  const { user, server } = await showList();
  server.on(saveListTitle, undefined).on(moveListTitle, undefined);
  const note = screen.getByLabelText('Note on “Emma”');
  await user.clear(note);
  await user.type(note, 'Hardback');
  await user.tab();
  await waitFor(() =>
    expect(server.bodiesOf(saveListTitle)).toEqual([{ id: LIST.id, product_id: 7, note: 'Hardback' }]),
  );
  await user.selectOptions(screen.getByLabelText('Move “Emma” to another list'), 'Winter');
  await waitFor(() => expect(server.bodiesOf(moveListTitle)).toEqual([{ product_id: 7, from: LIST.id, to: OTHER.id }]));
});

test('a new secret link is shown once it is made', async () => {
  const { user, server } = await showList();
  server.on(saveList, { id: LIST.id, link: '/lists/secret' });
  await user.click(screen.getByText('Name and sharing: Only me'));
  await user.selectOptions(screen.getByLabelText('Who can see it'), 'Anyone with the secret link');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Secret link')).value).toBe(`${location.origin}/lists/secret`);
  expect(server.bodiesOf(saveList)).toEqual([{ id: LIST.id, name: 'Summer', visibility: 'link', is_gift: true }]);
});

test('a list that does not exist says so', async () => {
  signIn();
  new FakeServer().on(getList, new Refusal('not_found', 'Not found.'));
  await renderInArea(<NamedListPage id={LIST.id} />);
  expect(await screen.findByRole('heading', { name: 'This list doesn’t exist' })).toBeDefined();
});
