import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getIdentityProvider } from '#contract/sessions.ts';
import { register, resendActivation } from '#contract/sessions.ts';
import type { Locale } from '#domain/locale.ts';
import { FakeServer, Refusal, renderInArea, textOf } from '../../testing/render.tsx';
import { Component as RegisterPage } from './register-page.tsx';

async function showRegistration(server = new FakeServer(), locale: Locale = 'en') {
  server.on(getIdentityProvider, { provider: null });
  return { ...(await renderInArea(<RegisterPage />, { at: '/auth/register', locale })), server };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const noteOf = (name: string) => textOf(document.getElementById(field(name).getAttribute('aria-describedby')!));
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create account' });
type User = Awaited<ReturnType<typeof showRegistration>>['user'];

async function fillIn(user: User, changes: Record<string, string> = {}) {
  const known = {
    'Your name': 'Aminah',
    Email: 'aminah@example.com',
    'Username (optional)': 'aminah',
    Password: 'seven seas of ink',
    'Confirm password': 'seven seas of ink',
    ...changes,
  };
  for (const [name, value] of Object.entries(known)) {
    await user.click(field(name));
    await user.paste(value);
  }
}

test('a field says what is wrong once it is left, and is quiet as soon as it is right', async () => {
  const { user } = await showRegistration();
  await user.type(field('Email'), 'aminah');
  expect(field('Email').getAttribute('aria-invalid')).toBe('false');
  await user.tab();
  await waitFor(() => expect(noteOf('Email')).toBe('Enter an email address such as name@example.com.'));
  await user.type(field('Email'), '@example.com');
  await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('false'));
});

test('two passwords that differ are not sent', async () => {
  const { user, server } = await showRegistration();
  await fillIn(user, { 'Confirm password': 'seven seas' });
  await user.click(submit());
  await waitFor(() => expect(noteOf('Confirm password')).toBe("Password doesn't match. Please try again."));
  expect(document.activeElement).toBe(field('Confirm password'));
  expect(server.requestsOf(register)).toEqual([]);
});

test('what the server refuses stands at its fields, the first has the focus, and a toast repeats it', async () => {
  const errors = [
    { path: 'email', message: 'We can’t write to this address.' },
    { path: 'username', message: 'This username is taken.' },
  ];
  const { user } = await showRegistration(new FakeServer().on(register, new Refusal('invalid', 'No.', { errors })));
  await fillIn(user);
  await user.click(submit());
  await waitFor(() => expect(noteOf('Username (optional)')).toBe('This username is taken.'));
  expect(noteOf('Email')).toBe('We can’t write to this address.');
  expect(document.activeElement).toBe(field('Email'));
  expect(screen.getAllByText('We can’t write to this address.')).toHaveLength(2);
  expect(field('Password').value).toBe('seven seas of ink');
});

test('after the registration the page asks to open the link, and can send another', async () => {
  const server = new FakeServer()
    .on(register, { message: 'We’ve sent a link to aminah@example.com.' })
    .on(resendActivation, { message: 'We’ve sent another link.' });
  const { user } = await showRegistration(server);
  await fillIn(user);
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Check your email' })).toBeDefined();
  expect(server.bodiesOf(register)).toMatchObject([{ email: 'aminah@example.com', locale: 'en' }]);
  await user.click(screen.getByText('Didn’t get the email?'));
  expect(field('Email').value).toBe('aminah@example.com');
  await user.click(screen.getByRole('button', { name: 'Send a new activation link' }));
  expect((await screen.findByText('We’ve sent another link.')).role).toBe('status');
});

test('a reload keeps name and addresses, but never a password', async () => {
  const { user } = await showRegistration();
  await fillIn(user);
  const kept = Object.values({ ...sessionStorage }).join();
  expect(kept).toContain('aminah@example.com');
  expect(kept).not.toContain('seven seas');
});

test('a password can be looked at while it is typed', async () => {
  const { user } = await showRegistration();
  const [show] = screen.getAllByRole('button', { name: 'Show password' });
  await user.type(field('Password'), 'ink');
  expect([field('Password').type, show!.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  await user.click(show!);
  expect([field('Password').type, show!.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
  expect([field('Password').value, field('Confirm password').type]).toEqual(['ink', 'password']);
});
