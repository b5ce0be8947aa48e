import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { zonesInSen } from '#contract/amounts.ts';
import { storedPostalCode, storePostalCode } from '../browser/checkout-inputs.ts';
import { ZONES } from '../testing/samples.ts';
import { renderInArea, textOf } from '../testing/render.tsx';
import { PostalCodeField, usePostalCode } from './cart-summary.tsx';

function Delivery() {
  return (
    <>
      <PostalCodeField id="zip" zones={zonesInSen(ZONES)} />
      <p>Remembered: {usePostalCode()}</p>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Postal code' });
const note = () => textOf(document.getElementById(field().getAttribute('aria-describedby')!));
const remembered = () => textOf(screen.getByText(/Remembered/));

test('a postal code is remembered once it is whole, and forgotten while it is not', async () => {
  const { user } = await renderInArea(<Delivery />);
  await user.type(field(), '5910');
  expect(remembered()).toBe('Remembered:');
  expect(field().getAttribute('aria-invalid')).toBe('false');
  await user.type(field(), '0');
  expect(remembered()).toBe('Remembered: 59100');
  await user.type(field(), '{Backspace}');
  expect(storedPostalCode()).toBe('');
});

test('a code that is none says so at the field, and the hint returns with a right one', async () => {
  const { user } = await renderInArea(<Delivery />);
  await user.type(field(), '00000');
  expect([field().getAttribute('aria-invalid'), note()]).toEqual(['true', 'Postal Code Invalid']);
  await user.clear(field());
  await user.type(field(), '59100');
  expect([field().getAttribute('aria-invalid'), note()]).toEqual([
    'false',
    'Five digits. Delivery costs depend on it.',
  ]);
});

test('a real code outside our zones gets its reason: we do not deliver there yet', async () => {
  const { user } = await renderInArea(<Delivery />);
  await user.type(field(), '88000');
  expect(screen.getByText('We don’t deliver to 88000 yet.').getAttribute('role')).toBe('status');
});

test('a postal code from before stands in the field, and Persian digits are understood', async () => {
  storePostalCode('50480');
  const { user } = await renderInArea(<Delivery />);
  expect(field().value).toBe('50480');
  await user.clear(field());
  await user.type(field(), '۵۹۱۰۰');
  expect(remembered()).toBe('Remembered: 59100');
});
