import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInArea, textOf } from '../../testing/render.tsx';
import { showToast } from './toasts.tsx';

async function showPage() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  return renderInArea(<button>Elsewhere</button>);
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const show = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast));

test('good news is read out politely, bad news at once', async () => {
  await showPage();
  show({ text: 'Saved.' });
  show({ title: 'Something went wrong', text: 'Not saved.', kind: 'danger' });
  expect(screen.getByText('Saved.').closest('[role]')!.role).toBe('status');
  expect(textOf(screen.getByText('Not saved.').closest('[role=alert]'))).toBe('Something went wrongNot saved.');
});

test('a toast goes by itself after five seconds, or after its own time', async () => {
  await showPage();
  show({ text: 'Saved.' });
  show({ text: 'Reload the page.', durationMs: 20_000 });
  await pass(4000);
  expect(screen.queryByText('Saved.')).not.toBeNull();
  await pass(2000);
  expect(screen.queryByText('Saved.')).toBeNull();
  expect(screen.queryByText('Reload the page.')).not.toBeNull();
  await pass(15_000);
  expect(screen.queryByText('Reload the page.')).toBeNull();
});

test('none goes while one of them has the focus or the pointer', async () => {
  const { user } = await showPage();
  show({ text: 'Saved.' });
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  await pass(60_000);
  expect(screen.queryByText('Saved.')).not.toBeNull();
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  await user.hover(screen.getByText('Saved.'));
  await pass(60_000);
  expect(screen.queryByText('Saved.')).not.toBeNull();
  await user.hover(screen.getByRole('button', { name: 'Elsewhere' }));
  await pass(6000);
  expect(screen.queryByText('Saved.')).toBeNull();
});

test('its button acts, its close button takes only this one away', async () => {
  const { user } = await showPage();
  const undo = vi.fn<() => void>();
  show({ text: 'Removed.', action: { label: 'Undo', onPress: undo } });
  show({ text: 'Saved.' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
  await waitFor(() => expect(screen.queryByText('Removed.')).toBeNull());
  expect(screen.queryByText('Saved.')).not.toBeNull();
});
