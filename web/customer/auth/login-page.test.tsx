import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getIdentityProvider } from '#contract/sessions.ts';
import { logIn, resendActivation } from '#contract/sessions.ts';
import { isSignedIn } from '../../browser/session.ts';
import { CUSTOMER } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea } from '../../testing/render.tsx';
import { Component as LoginPage } from './login-page.tsx';

async function showSignIn(server = new FakeServer(), at = '/auth/login') {
  server.on(getIdentityProvider, { provider: null });
  return { ...(await renderInArea(<LoginPage />, { at })), server };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });
type User = Awaited<ReturnType<typeof showSignIn>>['user'];

async function signInAs(user: User, username: string) {
  await user.clear(field('Email or username'));
  await user.type(field('Email or username'), username);
  await user.clear(field('Password'));
  await user.type(field('Password'), 'seven seas of ink');
  await user.click(submit());
}

test('wrong credentials are announced in the place of the lead, and both fields stay', async () => {
  const { user } = await showSignIn(
    new FakeServer().on(logIn, new Refusal('wrong_credentials', 'Wrong Email or Password')),
  );
  await signInAs(user, 'aminah');
  expect((await screen.findByText('Wrong Email or Password')).role).toBe('alert');
  expect(screen.queryByText(/Sign in to see member prices/)).toBeNull();
  expect([field('Email or username').value, field('Password').value]).toEqual(['aminah', 'seven seas of ink']);
  expect(isSignedIn()).toBe(false);
});

test('an empty form asks the server nothing', async () => {
  const { user, server } = await showSignIn();
  await user.click(submit());
  await waitFor(() => expect(field('Email or username').getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field('Email or username'));
  expect(server.requestsOf(logIn)).toEqual([]);
});

test('an account that is not activated gets the way to a new link, with its address filled in', async () => {
  const server = new FakeServer()
    .on(logIn, new Refusal('not_activated', 'Please activate your account first.'))
    .on(resendActivation, { message: 'We’ve sent another link.' });
  const { user } = await showSignIn(server);
  expect(screen.queryByLabelText('Email')).toBeNull();
  await signInAs(user, 'aminah@example.com');
  const email = await screen.findByLabelText<HTMLInputElement>('Email');
  expect(email.value).toBe('aminah@example.com');
  await user.click(screen.getByRole('button', { name: 'Send a new activation link' }));
  await screen.findByText('We’ve sent another link.');
  expect(server.bodiesOf(resendActivation)).toEqual([{ email: 'aminah@example.com' }]);
});

test('after too many attempts the button waits as long as the server says', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const refusal = new Refusal('too_many_attempts', 'Too many.', { headers: { 'Retry-After': '60' } });
  const { user } = await showSignIn(new FakeServer().on(logIn, refusal));
  await signInAs(user, 'aminah');
  expect((await screen.findByText(/You can try again at/)).role).toBe('alert');
  expect(submit().disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('You can try again now.')).toBeDefined();
  expect(submit().disabled).toBe(false);
});

test('a double click signs in once, and goes on where the reader wanted to', async () => {
  const server = new FakeServer();
  const answer = server.hold(logIn);
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  const { user } = await showSignIn(server, '/auth/login?to=%2Fmy-orders');
  await user.type(field('Email or username'), 'aminah');
  await user.type(field('Password'), 'seven seas of ink');
  await user.dblClick(submit());
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  answer({ ...CUSTOMER, api_token: 'token', token_expires_at: expires, expires_at: expires });
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/customer/my-orders'));
  expect(server.requestsOf(logIn)).toHaveLength(1);
  expect(isSignedIn()).toBe(true);
});

test('the other pages of signing in keep where the reader wanted to', async () => {
  await showSignIn(new FakeServer(), '/auth/login?to=%2Fmy-orders');
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe(
    '/auth/register?to=%2Fmy-orders',
  );
});
