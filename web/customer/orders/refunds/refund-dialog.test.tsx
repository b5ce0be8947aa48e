import { screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { requestRefund, type Order } from '#contract/orders.ts';
import { idOf, order, orderLine } from '../../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../../testing/render.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** Two copies of one title and one of another, at RM 40 each. */
const ORDER = order({ lines: [orderLine(1, { qty: 2, refundable_qty: 2 }), orderLine(2)], total: 120, payable: 128 });

function Page({ of }: { of: Order }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={opener} onClick={() => setOpen(true)}>
        Open
      </button>
      <RefundDialog order={of} isOpen={isOpen} onOpenChange={setOpen} finalFocus={() => opener.current!} />
    </>
  );
}

async function openRefund(server = new FakeServer(), of: Order = ORDER) {
  signIn();
  const shown = await renderInArea(<Page of={of} />);
  await shown.user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: /Refund for order/ });
  return { ...shown, server };
}

const total = () => textOf(screen.getByText('Refund total').closest('div')!.querySelector('dd'));
const send = () => screen.getByRole('button', { name: /^Request/ });
const reason = () => screen.getByLabelText<HTMLSelectElement>('Return reason');

test('the total and the button follow what is chosen, copy by copy', async () => {
  const { user } = await openRefund();
  expect([total(), textOf(send())]).toEqual(['RM 0.00', 'Request a refund']);
  await user.click(screen.getByRole('checkbox', { name: /Title 1/ }));
  expect(total()).toBe('RM 80.00');
  await user.click(screen.getByRole('button', { name: 'Decrease quantity of Title 1' }));
  expect([total(), textOf(send())]).toEqual(['RM 40.00', 'Request refund of RM 40.00']);
  await user.click(screen.getByRole('button', { name: 'Decrease quantity of Title 1' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Title 1/ }).checked).toBe(false);
});

test('with the last book delivery is refunded too, and choosing nothing undoes it', async () => {
  const { user } = await openRefund();
  await user.click(screen.getByRole('checkbox', { name: /Title 2/ }));
  expect(screen.getByText('The delivery cost is refunded with the last book.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  expect(total()).toBe('RM 128.00');
  await user.click(screen.getByRole('button', { name: 'Select none' }));
  expect(total()).toBe('RM 0.00');
});

test('without a book or a reason nothing is sent, and both are asked for', async () => {
  const { user, server } = await openRefund();
  await user.click(send());
  expect((await screen.findByText('Choose at least one book.')).role).toBe('alert');
  expect(textOf(document.getElementById(reason().getAttribute('aria-describedby')!))).toBe('This field is required.');
  expect(server.requestsOf(requestRefund)).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /Title 2/ }));
  await waitFor(() => expect(screen.queryByText('Choose at least one book.')).toBeNull());
});

test('a double click asks once, and the answer takes the focus to its button', async () => {
  const server = new FakeServer();
  const answer = server.hold(requestRefund);
  const { user } = await openRefund(server);
  await user.click(screen.getByRole('checkbox', { name: /Title 2/ }));
  await user.selectOptions(reason(), 'Wrong book');
  await user.type(screen.getByLabelText(/Anything else/), 'The cover is torn.');
  await user.dblClick(send());
  answer({ id: idOf(70), status: 'requested', amount: 40 });
  const told = await screen.findByText(/We’ve received your refund request/);
  expect(textOf(told)).toBe('We’ve received your refund request for RM 40.00.');
  expect(server.bodiesOf(requestRefund)).toEqual([
    { id: ORDER.id, reason: 'wrong_item', note: 'The cover is torn.', items: [{ id: idOf(102), qty: 1 }] },
  ]);
  const close = within(told.closest<HTMLElement>('.refund-result')!).getByRole('button', { name: 'Close' });
  expect(document.activeElement).toBe(close);
  await user.click(close);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

test('a request that is refused keeps what was chosen and written, also for the next time', async () => {
  const refusal = new Refusal('not_refundable', 'It is too late for a refund.');
  const { user } = await openRefund(new FakeServer().on(requestRefund, refusal));
  await user.click(screen.getByRole('checkbox', { name: /Title 2/ }));
  await user.selectOptions(reason(), 'Wrong book');
  await user.type(screen.getByLabelText(/Anything else/), 'Torn.');
  await user.click(send());
  expect((await screen.findByText('It is too late for a refund.')).role).toBe('alert');
  expect(total()).toBe('RM 40.00');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/Anything else/).value).toBe('Torn.'));
});

test('the only copy of an order is chosen already', async () => {
  await openRefund(new FakeServer(), order({ lines: [orderLine(1)], total: 40, payable: 48 }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Title 1/ }).checked).toBe(true);
  expect(total()).toBe('RM 48.00');
  expect(screen.queryByRole('button', { name: 'Select all' })).toBeNull();
});

test('a share of the coupon is taken off what comes back', async () => {
  const lines = [orderLine(1, { proDis: 4 }), orderLine(2, { proDis: 4 })];
  const { user } = await openRefund(new FakeServer(), order({ lines, coupon: 'READ10', proDis: 8, payable: 80 }));
  await user.click(screen.getByRole('checkbox', { name: /Title 1/ }));
  expect(textOf(screen.getByText('Coupon READ10').closest('div'))).toBe('Coupon READ10−RM 4.00');
  expect(total()).toBe('RM 36.00');
});

test('where nothing is left to refund, the dialog says so and can only be closed', async () => {
  await openRefund(new FakeServer(), order({ lines: [orderLine(1, { refundable_qty: 0 })] }));
  expect(screen.getByText('There is nothing left to refund on this order.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Request/ })).toBeNull();
});
