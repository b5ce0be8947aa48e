import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInArea } from '../testing/render.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';

function Copies({ from, min = 1, max }: { from: number; min?: number; max: number }) {
  const [qty, setQty] = useState(from);
  return <QuantityStepper title="Dune" qty={qty} min={min} max={max} onChange={setQty} />;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('plus and minus change the number of copies by one', async () => {
  const { user, page } = await renderInArea(<Copies from={2} max={9} />);
  await user.click(button('Increase quantity of Dune'));
  expect(page.getByRole('status').textContent).toBe('3');
  await user.click(button('Decrease quantity of Dune'));
  await user.click(button('Decrease quantity of Dune'));
  expect(page.getByRole('status').textContent).toBe('1');
});

test('neither leads beyond what can be had', async () => {
  const { user, page } = await renderInArea(<Copies from={2} max={3} />);
  await user.dblClick(button('Increase quantity of Dune'));
  expect(page.getByRole('status').textContent).toBe('3');
  expect(button('Increase quantity of Dune').disabled).toBe(true);
  await user.tripleClick(button('Decrease quantity of Dune'));
  expect(page.getByRole('status').textContent).toBe('1');
  expect(button('Decrease quantity of Dune').disabled).toBe(true);
});

test('the keyboard changes it too, and the group says of what', async () => {
  const { user, page } = await renderInArea(<Copies from={0} min={0} max={3} />);
  await user.tab();
  await user.keyboard('{Enter} ');
  expect(page.getByRole('group', { name: 'Quantity of Dune' }).textContent).toBe('2');
});

test('a Persian reader sees Persian digits', async () => {
  const { page } = await renderInArea(<Copies from={12} max={99} />, { locale: 'fa' });
  expect(page.getByRole('status').textContent).toBe('۱۲');
});
