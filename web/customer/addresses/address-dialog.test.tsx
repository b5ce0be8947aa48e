import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAddresses, saveAddress, type Address } from '#contract/account.ts';
import { listDeliveryZones } from '#contract/checkout.ts';
import { address, ZONES } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { AddressButton } from './addresses-page.tsx';

/** The dialog of a new address, or of a saved one. */
async function openDialog(server = new FakeServer(), saved?: Address) {
  signIn();
  server.on(listDeliveryZones, { items: ZONES }).on(listAddresses, []);
  const shown = await renderInArea(saved ? <AddressButton address={saved} /> : <AddressButton />);
  await shown.user.click(screen.getByRole('button', { name: saved ? 'Edit' : 'Add address' }));
  await screen.findByRole('dialog');
  await waitFor(() => expect(server.requestsOf(listDeliveryZones).length + knownStates()).toBeGreaterThan(2));
  return { ...shown, server };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const knownStates = () => field('State').querySelectorAll('option').length;
const noteOf = (name: string) => textOf(document.getElementById(field(name).getAttribute('aria-describedby')!));

test('the postal code is checked at its fifth digit, and the error goes while it is corrected', async () => {
  const { user } = await openDialog();
  await user.type(field('Postal code'), '0000');
  expect(field('Postal code').getAttribute('aria-invalid')).toBe('false');
  await user.type(field('Postal code'), '0');
  await waitFor(() => expect(noteOf('Postal code')).toBe('Postal Code Invalid'));
  expect(field('Postal code').getAttribute('aria-invalid')).toBe('true');
  await user.type(field('Postal code'), '{Backspace}');
  await waitFor(() => expect(noteOf('Postal code')).toBe('Five digits, for example 50480.'));
});

test('the postal code selects its state, but not over one that was selected by hand', async () => {
  const { user } = await openDialog();
  await user.type(field('Postal code'), '59100');
  await waitFor(() => expect(field('State').value).toBe('Kuala Lumpur'));
  await user.clear(field('Postal code'));
  await user.type(field('Postal code'), '40000');
  await waitFor(() => expect(field('State').value).toBe('Selangor'));
  await user.selectOptions(field('State'), 'Kuala Lumpur');
  await user.clear(field('Postal code'));
  await user.type(field('Postal code'), '40150');
  expect(field('State').value).toBe('Kuala Lumpur');
});

test('where we do not deliver the suggested state is cleared, and the reason given', async () => {
  const { user } = await openDialog();
  await user.type(field('Postal code'), '59100');
  await waitFor(() => expect(field('State').value).toBe('Kuala Lumpur'));
  await user.clear(field('Postal code'));
  await user.type(field('Postal code'), '88000');
  expect((await screen.findByText('We don’t deliver to 88000 yet.')).getAttribute('role')).toBe('status');
  await waitFor(() => expect(field('State').value).toBe(''));
});

test('the second line comes on request with the focus, and a saved one is there at once', async () => {
  const { user } = await openDialog();
  expect(screen.queryByLabelText(/Building/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add building, unit or floor' }));
  expect(document.activeElement).toBe(field('Building, unit, floor (optional)'));
  expect(screen.queryByRole('button', { name: 'Add building, unit or floor' })).toBeNull();
});

test('a phone number is checked once its field is left', async () => {
  const { user } = await openDialog();
  await user.type(field('Phone'), '12');
  await user.tab();
  await waitFor(() => expect(noteOf('Phone')).toBe('Enter a phone number such as 012-345 6789.'));
  expect(document.getElementById(field('Phone').getAttribute('aria-describedby')!)!.role).toBe('alert');
});

test('a saved address is sent with what changed, and the dialog closes onto its button', async () => {
  const saved = address(1, { line2: 'Unit 3' });
  const { user, server } = await openDialog(new FakeServer().on(saveAddress, { id: saved.id }), saved);
  expect(field('Building, unit, floor (optional)').value).toBe('Unit 3');
  await user.clear(field('City'));
  await user.type(field('City'), 'Bangsar');
  await user.click(screen.getByRole('button', { name: 'Save address' }));
  await screen.findByText('Address saved.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodiesOf(saveAddress)).toMatchObject([{ id: saved.id, city: 'Bangsar', zip: '59100' }]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })));
});

test('what the server refuses stays in the open dialog with the reason', async () => {
  const refusal = new Refusal('too_many', 'You have saved as many addresses as you can.');
  const { user } = await openDialog(new FakeServer().on(saveAddress, refusal), address(1));
  await user.click(screen.getByRole('button', { name: 'Save address' }));
  expect((await screen.findByText('You have saved as many addresses as you can.')).role).toBe('alert');
  expect(field('City').value).toBe('Kuala Lumpur');
});

test('closing keeps what was typed for the next time, cancelling does not', async () => {
  const { user } = await openDialog();
  await user.type(field('City'), 'Ipoh');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add address' }));
  await waitFor(() => expect(field('City').value).toBe('Ipoh'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add address' }));
  await screen.findByRole('dialog');
  expect(field('City').value).toBe('');
});
