import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listActivity } from '#contract/account.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#contract/sessions.ts';
import { idOf } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { Activity, Devices } from './devices-and-activity.tsx';

type Session = ResponseOf<typeof listSessions>['items'][number];

const FIREFOX_ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const SAFARI_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1';
const EDGE_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0';

const session = (number: number, changes: Partial<Session> = {}): Session => ({
  id: idOf(number),
  user_agent: FIREFOX_ANDROID,
  ip: `203.0.113.${number}`,
  created_at: '2026-11-01T02:00:00.000Z',
  last_seen_at: '2026-11-21T06:30:00.000Z',
  current: false,
  ...changes,
});

const CURRENT = session(9, { current: true, user_agent: EDGE_WINDOWS });

async function showDevices(server: FakeServer) {
  signIn();
  const shown = await renderInArea(<Devices />);
  await screen.findByText('This device');
  return { ...shown, server };
}

const devices = () => within(screen.getByRole('main')).getAllByRole('listitem').map(textOf);

test('this device comes first, each by its browser and system, what names neither as a device', async () => {
  const items = [session(1), session(2, { user_agent: SAFARI_IPHONE }), session(3, { user_agent: 'curl/8' }), CURRENT];
  await showDevices(new FakeServer().on(listSessions, { items }));
  expect(devices().map((text) => text.split('Last used')[0])).toEqual([
    'Edge · Windows',
    'Firefox · Android',
    'Safari · iPhone',
    'A device',
  ]);
  expect(screen.getAllByRole('button', { name: 'Sign out this device' })).toHaveLength(3);
});

test('a device that is signed out goes at once, and comes back where the server refuses', async () => {
  const server = new FakeServer().on(listSessions, { items: [CURRENT, session(1)] });
  const answer = server.hold(revokeSession);
  const { user } = await showDevices(server);
  await user.click(screen.getByRole('button', { name: 'Sign out this device' }));
  await waitFor(() => expect(devices()).toHaveLength(1));
  expect(server.bodiesOf(revokeSession)).toEqual([{ id: idOf(1) }]);
  server.on(listSessions, 'offline');
  answer(new Refusal('busy', 'Please try again.'));
  expect((await screen.findByText('Please try again.')).closest('[role=alert]')).not.toBeNull();
  await waitFor(() => expect(devices()).toHaveLength(2));
});

test('the focus goes to the heading of the list where the button that had it is gone', async () => {
  const server = new FakeServer().on(listSessions, { items: [CURRENT, session(1)] });
  server.hold(revokeSession);
  const { user } = await showDevices(server);
  await user.click(screen.getByRole('button', { name: 'Sign out this device' }));
  await waitFor(() => expect(devices()).toHaveLength(1));
  expect(document.activeElement!.id).toBe('devices');
});

test('all others are signed out at once, after which there is nothing left to sign out', async () => {
  const server = new FakeServer().on(listSessions, { items: [session(1), CURRENT, session(2)] });
  const answer = server.hold(revokeOtherSessions);
  const { user } = await showDevices(server);
  await user.click(screen.getByRole('button', { name: /Sign out all other devices/ }));
  await waitFor(() => expect(devices()).toHaveLength(1));
  server.on(listSessions, { items: [CURRENT] });
  answer(undefined);
  await waitFor(() => expect(server.requestsOf(listSessions)).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /Sign out/ })).toBeNull();
});

test('more than five are folded', async () => {
  const items = [CURRENT, ...Array.from({ length: 6 }, (_, index) => session(index + 1))];
  await showDevices(new FakeServer().on(listSessions, { items }));
  const fold = screen.getByRole('group');
  expect(textOf(fold.querySelector('summary'))).toContain('2');
  expect(within(fold).getAllByRole('listitem', { hidden: true })).toHaveLength(2);
});

test('what deserves attention stands out in the activity, and staff is named', async () => {
  signIn();
  const at = '2026-11-21T06:30:00.000Z';
  const rows = [
    { at, event: 'sign_in_failed' as const, by: 'customer' as const, ip: '203.0.113.1', user_agent: SAFARI_IPHONE },
    { at, event: 'profile_changed' as const, by: 'staff' as const, ip: null, user_agent: null },
  ];
  new FakeServer().on(listActivity, { rows, total: 12, page: 1 });
  await renderInArea(<Activity />, { at: '/profile' });
  const [failed, changed] = await screen.findAllByRole('listitem');
  expect(failed!.className).toContain('is-security-event');
  expect(textOf(failed!)).toMatch(/2:30 pm · Safari · iPhone · 203\.0\.113\.1$/);
  expect(changed!.className).not.toContain('is-security-event');
  expect(textOf(changed!)).toMatch(/bookshop|staff/i);
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/profile?page=2');
});
