import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { suggest } from '#contract/products.ts';
import { FakeServer, textOf } from '../../testing/render.tsx';
import { startSuggestions } from './search-suggestions.ts';

const DUNE = { kind: 'title', text: 'Dune', detail: 'Frank Herbert', href: '/book/1/dune' } as const;
const DUNES = { kind: 'series', text: 'Dunes of old', href: '/browse?series=dunes-of-old' } as const;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

function showSearch(server = new FakeServer()) {
  server.on(suggest, { items: [DUNE, DUNES] });
  render(
    <form role="search">
      <input id="q" aria-label="Search" data-title="Book" data-series="Series" />
      <button>Go</button>
    </form>,
  );
  startSuggestions(field());
  startSuggestions(field());
  return { server, user: userEvent.setup({ delay: null }) };
}

const field = () => screen.getByLabelText<HTMLInputElement>('Search', { selector: 'input' });
const options = () => screen.queryAllByRole('option').map(textOf);
const pause = () => act(() => vi.advanceTimersByTimeAsync(150));

test('suggestions come after a pause, once for all that was typed in it, and say what they are', async () => {
  const { user, server } = showSearch();
  await user.type(field(), 'dun');
  expect(server.requestsOf(suggest)).toEqual([]);
  await pause();
  await waitFor(() => expect(options()).toEqual(['DuneFrank HerbertBook', 'Dunes of oldSeries']));
  expect(server.requestsOf(suggest).map(({ query }) => query.get('q'))).toEqual(['dun']);
  expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Search' }).id);
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect([...screen.getByRole('listbox').querySelectorAll('cite b')].map(textOf)).toEqual(['e', 'es of old']);
});

test('a single letter asks nothing, and closes what was open', async () => {
  const { user, server } = showSearch();
  await user.type(field(), 'dun');
  await pause();
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.type(field(), '{Backspace}{Backspace}');
  await pause();
  await waitFor(() => expect(options()).toEqual([]));
  expect(server.requestsOf(suggest)).toHaveLength(1);
});

test('a single Chinese character asks, and the keys of an input method that composes are left to it', async () => {
  const { user, server } = showSearch();
  await user.type(field(), '梦');
  await pause();
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(server.requestsOf(suggest).map(({ query }) => query.get('q'))).toEqual(['梦']);
  for (const key of ['ArrowDown', 'Enter', 'Escape'])
    expect([key, fireEvent.keyDown(field(), { key, isComposing: true })]).toEqual([key, true]);
  expect([field().value, options().length]).toEqual(['梦', 2]);
});

test('the arrow keys copy a suggestion into the field, beyond the last what was typed returns', async () => {
  const { user } = showSearch();
  await user.type(field(), 'dun');
  await pause();
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('{ArrowDown}');
  expect(field().value).toBe('Dune');
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]!.id);
  await user.keyboard('{ArrowDown}');
  expect(field().value).toBe('Dunes of old');
  await user.keyboard('{ArrowDown}');
  expect([field().value, field().getAttribute('aria-activedescendant')]).toEqual(['dun', null]);
  await user.keyboard('{ArrowUp}');
  expect(field().value).toBe('Dunes of old');
});

test('Enter opens the chosen suggestion, and without one searches for what was typed', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { user } = showSearch();
  const submitted = vi.fn((event: Event) => event.preventDefault());
  document.querySelector('form')!.addEventListener('submit', submitted);
  await user.type(field(), 'dun');
  await pause();
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(assign).toHaveBeenCalledWith(expect.stringMatching(/\/book\/1\/dune$/));
  expect(submitted).not.toHaveBeenCalled();
  await user.keyboard('{ArrowUp}{Enter}');
  expect(submitted).toHaveBeenCalledTimes(1);
});

test('Escape and leaving the field close the list', async () => {
  const { user } = showSearch();
  await user.type(field(), 'dun');
  await pause();
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('{Escape}');
  expect([options(), field().getAttribute('aria-expanded')]).toEqual([[], 'false']);
  expect(field().value).toBe('dun');
  await user.type(field(), 'e');
  await pause();
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.tab();
  expect(options()).toEqual([]);
});

test('an answer to what is no longer there is not shown, nor is an error', async () => {
  const server = new FakeServer();
  const { user } = showSearch(server);
  const answer = server.hold(suggest);
  await user.type(field(), 'dun');
  await pause();
  server.on(suggest, 'offline');
  await user.type(field(), 'geon');
  answer({ items: [DUNE] });
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(options()).toEqual([]);
  await pause();
  await waitFor(() => expect(server.requestsOf(suggest)).toHaveLength(2));
  expect(options()).toEqual([]);
});
