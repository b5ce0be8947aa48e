import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { decideReviews, type ReviewRow } from '#contract/admin-reviews.ts';
import { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { addRoutes } from '#contract/routes.ts';
import { BULK_REVIEWS } from '#domain/review.ts';
import { ToastRegion } from '../customer/shell/toasts.tsx';
import { FakeServer, renderInArea, signIn, textOf } from '../testing/render.tsx';
import { idOf } from '../testing/samples.ts';
import { AdminMessages } from './admin-messages.tsx';
import { useSelection } from './data-table.tsx';
import { ReviewDecisions } from './review-decisions.tsx';

addRoutes(ADMIN_ROUTES);

const reviewOf = (number: number, changes: Partial<ReviewRow> = {}): ReviewRow => ({
  id: idOf(number),
  status: 'published',
  rating: 4,
  product: { id: number, title: `Title ${number}` },
  email: 'reader@mail.test',
  language: 'en',
  text: 'Good.',
  open_reports: 0,
  created_at: '2026-11-27T10:00:00.000Z',
  ...changes,
});

/** The decisions about those of the reviews that are chosen; "Choose all" chooses them, and one that has left the list. */
function List({ reviews }: { reviews: readonly ReviewRow[] }) {
  const selection = useSelection('all');
  const all = Object.fromEntries([...reviews.map(({ id }) => id), idOf(9999)].map((id) => [id, true] as const));
  return (
    <AdminMessages of="adminRequests">
      <button onClick={() => selection.setIds(all)}>Choose all</button>
      <ReviewDecisions reviews={reviews.filter(({ id }) => selection.ids[id])} selection={selection} />
      <ToastRegion />
    </AdminMessages>
  );
}

async function choose(reviews: readonly ReviewRow[]) {
  signIn();
  await renderInArea(<List reviews={reviews} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Choose all' }));
  await screen.findByText(new RegExp(`^${reviews.length} reviews? selected`));
}

function hide(reason: string) {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: reason } });
  fireEvent.submit(screen.getByRole('textbox').closest('form')!);
}

const said = (text: string) => waitFor(() => expect(textOf(document.querySelector('.toasts'))).toContain(text));

test('of more than one request holds, those of the first are decided, and those of a lost one stay chosen and go on', async () => {
  const reviews = Array.from({ length: BULK_REVIEWS + 30 }, (_, index) => reviewOf(index));
  const server = new FakeServer();
  const bodies = () => server.bodiesOf(decideReviews);
  const decideOnce = () =>
    server.on(decideReviews, () => {
      server.on(decideReviews, 'offline');
      return {
        results: bodies()
          .at(-1)!
          .ids.map((id) => ({ id, error: null })),
      };
    });
  decideOnce();
  await choose(reviews);
  hide('  Names a person.  ');
  await said(`${BULK_REVIEWS} reviews decided.`);
  await screen.findByText(/^30 reviews selected/);
  expect(bodies().map(({ ids }) => ids.length)).toEqual([BULK_REVIEWS, 30]);
  expect(bodies()[0]).toMatchObject({ decision: 'hide', reason: 'Names a person.' });
  decideOnce();
  hide('Names a person.');
  await said('30 reviews decided.');
  expect(new Set(bodies().flatMap(({ ids }) => ids))).toEqual(new Set(reviews.map(({ id }) => id)));
});

test('what somebody else decided is named, not counted as done, and not chosen any more', async () => {
  const server = new FakeServer().on(decideReviews, {
    results: [
      { id: idOf(1), error: null },
      { id: idOf(2), error: 'too_late' },
    ],
  });
  await choose([reviewOf(1), reviewOf(2)]);
  hide('Spam');
  await said('1 review decided.');
  await said('1 review stays as it is, because it was decided already or is gone: Title 2');
  await screen.findByText(/^0 reviews selected/);
  expect(server.bodiesOf(decideReviews)).toHaveLength(1);
});

test('each decision is about those that it can change, and none without a reason to hide', async () => {
  const server = new FakeServer().on(decideReviews, { results: [] });
  await choose([reviewOf(1), reviewOf(2, { status: 'hidden' }), reviewOf(3, { open_reports: 2 })]);
  expect(screen.getAllByRole('button').map(textOf)).toEqual([
    'Choose all',
    'Dismiss the reports of 1 review',
    'Publish 1 review again',
    'Hide 2 reviews',
    'Clear selection',
  ]);
  expect(screen.getByText(/1 chosen review is not in this list any more/)).toBeDefined();
  hide('   ');
  fireEvent.click(screen.getByRole('button', { name: 'Publish 1 review again' }));
  await waitFor(() => expect(server.bodiesOf(decideReviews)).toEqual([{ ids: [idOf(2)], decision: 'restore' }]));
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  await screen.findByText(/^0 reviews selected/);
});
