import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { applyPrices, listAllTitles, type TitleRow } from '#contract/admin-catalogue.ts';
import { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { addRoutes } from '#contract/routes.ts';
import { MAX_PRICE_ROWS } from '#domain/catalogue/price-list.ts';
import { saveDraft } from '../forms/drafts.ts';
import { FakeServer, renderInArea, signIn, textOf } from '../testing/render.tsx';
import { idOf } from '../testing/samples.ts';
import { AdminMessages } from './admin-messages.tsx';
import { gridRowsOf, withCells } from './grid-edits.ts';
import { Grid } from './grid-page.tsx';

addRoutes(ADMIN_ROUTES);

const titleOf = (id: number, title: string): TitleRow => ({
  id,
  title,
  language: 'en',
  contributors: [],
  cover: '',
  has_picture: false,
  is_listed: true,
  published: null,
  formats: [
    {
      id,
      isbn: String(9_780_000_000_000 + id),
      format: 'paperback',
      list_price: 40,
      member_price: 36,
      stock: 3,
      is_listed: true,
    },
  ],
});
const TITLES = [titleOf(1, 'Emma'), titleOf(2, 'Dracula')];

const serve = () => new FakeServer().on(listAllTitles, { rows: TITLES, next: null });
const open = async () => {
  const shown = await renderInArea(
    <AdminMessages of="adminCatalogue">
      <Grid />
    </AdminMessages>,
  );
  await screen.findByRole('link', { name: 'Emma' });
  return shown;
};
const cell = (title: string, column: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `${column}: ${title}, Paperback` });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (title: string, column: string, value: string) =>
  fireEvent.change(cell(title, column), { target: { value } });

test('what is typed while the rest is saved stays, over what was saved', async () => {
  signIn();
  const server = serve();
  const answer = server.hold(applyPrices);
  await open();
  type('Emma', 'List price (RM)', '45');
  press('Review 1 change');
  press('Change 1 format');
  await waitFor(() => expect(server.bodiesOf(applyPrices)).toHaveLength(1));
  type('Emma', 'Stock', '9');
  type('Dracula', 'List price (RM)', '50');
  answer({ results: [{ isbn: '9780000000001', error: null, now: null }] });
  await screen.findByText('1 format changed.');
  expect(cell('Emma', 'Stock').value).toBe('9');
  expect(cell('Dracula', 'List price (RM)').value).toBe('50');
  server.on(applyPrices, { results: [] });
  const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Change 2 formats' });
  await waitFor(() => expect(again.disabled).toBe(false));
  fireEvent.click(again);
  await waitFor(() => expect(server.bodiesOf(applyPrices)).toHaveLength(2));
  expect(server.bodiesOf(applyPrices)[1]!.rows[0]).toEqual({
    isbn: '9780000000001',
    before: { list_price: 45, member_price: 36, stock: 3 },
    after: { list_price: 45, member_price: 36, stock: 9 },
  });
});

test('a connection that is lost between two parts keeps what was not saved, and it can go on', async () => {
  signIn();
  const titles = Array.from({ length: MAX_PRICE_ROWS + 1 }, (_, place) => titleOf(place + 1, `Title ${place + 1}`));
  const rows = gridRowsOf(titles);
  const typed = withCells(
    {},
    rows.map((row) => ({ row, column: 'list_price', text: '45' })),
  );
  saveDraft('grid', JSON.stringify(typed));
  const server = serve();
  server.on(applyPrices, 'offline');
  const done = rows.slice(0, MAX_PRICE_ROWS).map(({ isbn }) => ({ isbn: isbn!, error: null, now: null }));
  const answerFirst = server.hold(applyPrices);
  await open();
  press('Review 1.0k changes');
  press('Change 1.0k formats');
  await waitFor(() => expect(server.bodiesOf(applyPrices)).toHaveLength(1));
  server.on(applyPrices, 'offline');
  answerFirst({ results: done });
  await screen.findByText('1.0k formats changed.');
  server.on(applyPrices, { results: [{ isbn: String(9_780_000_000_000 + titles.length), error: null, now: null }] });
  fireEvent.click(await screen.findByRole('button', { name: 'Change 1 format' }));
  await screen.findByText('1 format changed.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Review changes' }).disabled).toBe(true);
});

test('what a colleague changed stays typed, over what it is now', async () => {
  signIn();
  serve().on(applyPrices, {
    results: [
      { isbn: '9780000000001', error: 'edited_meanwhile', now: { list_price: 41, member_price: 36, stock: null } },
    ],
  });
  await open();
  type('Emma', 'List price (RM)', '45');
  press('Review 1 change');
  press('Change 1 format');
  await screen.findByText(/somebody else changed it meanwhile/);
  await screen.findByText('was RM 41.00', { normalizer: (text) => text.replaceAll('\u00a0', ' ') });
  expect(cell('Emma', 'List price (RM)').value).toBe('45');
});

test('the review names cells that cannot be taken, with the reason', async () => {
  signIn();
  serve();
  await open();
  type('Emma', 'List price (RM)', 'forty');
  type('Dracula', 'Member price (RM)', '41');
  press('Review 2 changes');
  const review = within(screen.getByRole('region', { name: 'Nothing would change.' }));
  expect(review.getAllByRole('listitem').map(textOf)).toEqual([
    'List price (RM): Emma, Paperback: a price is not an amount in RM above 0, such as 39.90',
    'Member price (RM): Dracula, Paperback: the member price is above the list price',
  ]);
});

test('Ctrl+Z takes back the last edit, also by a keyboard of other letters', async () => {
  signIn();
  serve();
  await open();
  type('Emma', 'List price (RM)', '45');
  type('Dracula', 'Stock', '9');
  fireEvent.keyDown(cell('Dracula', 'Stock'), { key: 'z', code: 'KeyZ', ctrlKey: true });
  expect(cell('Dracula', 'Stock').value).toBe('3');
  fireEvent.keyDown(cell('Dracula', 'Stock'), { key: 'ظ', code: 'KeyZ', ctrlKey: true });
  expect(cell('Emma', 'List price (RM)').value).toBe('40.00');
});

test('edits belong to whoever typed them: the next one at this browser does not see them', async () => {
  signIn({ uid: idOf(1) });
  serve();
  await open();
  type('Emma', 'List price (RM)', '45');
  cleanup();
  signIn({ uid: idOf(2) });
  await open();
  expect(cell('Emma', 'List price (RM)').value).toBe('40.00');
});

test('a draft that cannot be read is none', async () => {
  signIn();
  saveDraft('grid', '{"1":');
  serve();
  await open();
  expect(cell('Emma', 'List price (RM)').value).toBe('40.00');
});
