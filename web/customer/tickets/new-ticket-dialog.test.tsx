import { screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { getOrder } from '#contract/orders.ts';
import { getProduct } from '#contract/products.ts';
import { addTicket } from '#contract/tickets.ts';
import { address, idOf, order } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { NewTicketDialog } from './new-ticket-dialog.tsx';

function Page() {
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <>
      <a ref={link} href="/customer/tickets?new=1">
        New ticket
      </a>
      <NewTicketDialog finalFocus={link} />
    </>
  );
}

async function openForm(server: FakeServer, search = '') {
  signIn();
  const shown = await renderInArea(<Page />, {
    at: `/tickets?new=1${search}`,
    routes: [{ path: '/tickets/show/:id', element: <h1>Your ticket</h1> }],
  });
  await screen.findByLabelText('Subject');
  return { ...shown, server };
}

const EXTRAS = { gift_message: null, note: null, company: null, tax_number: null };
const ORDER = {
  ...order(),
  ...EXTRAS,
  address: address(1),
  email: 'aminah@example.com',
  timeline: [],
  requests: [],
  claims: [],
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

test('the subject has the focus, and an empty form says what is missing', async () => {
  const { user, server } = await openForm(new FakeServer());
  expect(document.activeElement).toBe(field('Subject'));
  await user.click(send());
  await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(2));
  expect(server.requestsOf(addTicket)).toEqual([]);
});

test('what it is about goes along, and can be removed without losing what was typed', async () => {
  const server = new FakeServer().on(getOrder, ORDER).on(addTicket, { id: idOf(9) });
  const { user, address: path } = await openForm(server, `&order=${ORDER.id}&page=%2Fcustomer%2Fmy-orders`);
  expect(field('Topic').value).toBe('order');
  await user.type(field('Subject'), 'Where is it?');
  await user.type(field('Your message'), 'It is late.');
  await user.click(screen.getByRole('button', { name: /Remove: About the page/ }));
  await waitFor(() => expect(screen.queryByText(/About the page/)).toBeNull());
  expect(field('Subject').value).toBe('Where is it?');
  expect(document.activeElement).not.toBe(document.body);
  await user.dblClick(send());
  await screen.findByRole('heading', { name: 'Your ticket' });
  expect(path()).toBe(`/tickets/show/${idOf(9)}`);
  expect(server.bodiesOf(addTicket)).toEqual([
    {
      category: 'order',
      subject: 'Where is it?',
      message: 'It is late.',
      order_id: ORDER.id,
      product_id: null,
      page: null,
    },
  ]);
});

test('something that does not exist is said so, and the ticket can be written all the same', async () => {
  const server = new FakeServer().on(getProduct, new Refusal('not_found', 'There is no such book.'));
  await openForm(server, '&book=99');
  expect(textOf(screen.getByText(/We couldn’t find/))).toContain('Please tell us in your message');
  expect(field('Topic').value).toBe('other');
});

test('a mistake in what has no field is shown above the button, one in a field at the field', async () => {
  const errors = [
    { path: 'order_id', message: 'This order is another’s.' },
    { path: 'subject', message: 'Say it in other words.' },
  ];
  const refusal = new Refusal('invalid', 'Please check what you sent.', { errors });
  const { user } = await openForm(new FakeServer().on(getOrder, ORDER).on(addTicket, refusal), `&order=${ORDER.id}`);
  await user.type(field('Subject'), 'Where is it?');
  await user.type(field('Your message'), 'It is late.');
  await user.click(send());
  expect((await screen.findByText('Please check what you sent.')).role).toBe('alert');
  expect(screen.getByText('Say it in other words.').closest('p')!.id).toBe(
    field('Subject').getAttribute('aria-describedby'),
  );
  expect(document.activeElement).toBe(field('Subject'));
});

test('closing gives the focus back and keeps what was typed', async () => {
  const { user, address: path } = await openForm(new FakeServer(), '&state=open');
  await user.type(field('Subject'), 'Where is it?');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe('/tickets?state=open');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'New ticket' })));
  expect(Object.values({ ...sessionStorage }).join()).toContain('Where is it?');
});
