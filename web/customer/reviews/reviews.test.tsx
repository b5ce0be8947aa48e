import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getOwnReview, getReview, listOwnReviews, removeReview, reportReview, saveReview } from '#contract/reviews.ts';
import type { OwnReview, ReviewedProduct } from '#contract/reviews.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { idOf } from '../../testing/samples.ts';
import { ReportReviewPage } from './report-review-page.tsx';
import { ReviewsPage } from './reviews-page.tsx';
import { WriteReviewPage } from './write-review-page.tsx';

const EMMA: ReviewedProduct = { id: 1, title: 'Emma', language: 'en', slug: 'emma', cover: '/covers/1-00000001.svg' };

const review = (changes: Partial<OwnReview> = {}): OwnReview => ({
  id: idOf(7),
  rating: 4,
  text: 'I read it in one night.',
  language: 'en',
  has_spoilers: false,
  helpful: 2,
  reply: null,
  created_at: '2026-11-01T02:00:00.000Z',
  edited_at: null,
  product: EMMA,
  status: 'published',
  hidden_reason: null,
  ...changes,
});

const listed = (rows: OwnReview[], toReview: ReviewedProduct[] = []) => ({
  rows,
  total: rows.length,
  page: 1,
  to_review: toReview,
});

test('the titles that wait for a review come first, then the reviews', async () => {
  signIn();
  new FakeServer().on(listOwnReviews, listed([review()], [{ ...EMMA, id: 2, title: 'Persuasion' }]));
  const { page } = await renderInArea(<ReviewsPage />);
  const waiting = await page.findByRole('region', { name: 'Waiting for your review' });
  const write = within(waiting).getByRole('link', { name: 'Write a review', description: 'Persuasion' });
  expect(write.getAttribute('href')).toBe('/reviews/write/2');
  const own = page.getByRole('article', { name: 'Emma' });
  for (const text of ['4 out of 5 stars', 'I read it in one night.', '2 readers found this helpful'])
    expect(textOf(own)).toContain(text);
});

test('who has bought nothing is led to the shop', async () => {
  signIn();
  new FakeServer().on(listOwnReviews, listed([]));
  const { page } = await renderInArea(<ReviewsPage />);
  expect(await page.findByRole('heading', { name: 'No reviews yet' })).toBeTruthy();
  expect(page.getByRole('link', { name: 'Browse books' }).getAttribute('href')).toBe('/browse');
});

test('a hidden review tells its author why, and that a change is looked at', async () => {
  signIn();
  new FakeServer().on(listOwnReviews, listed([review({ status: 'hidden', hidden_reason: 'It names a neighbour.' })]));
  const { page } = await renderInArea(<ReviewsPage />);
  const own = await page.findByRole('article', { name: 'Emma' });
  expect(textOf(own)).toContain('only you can see it');
  expect(textOf(own)).toContain('Our reason: It names a neighbour.');
});

test('a review is deleted once that is confirmed', async () => {
  signIn();
  const server = new FakeServer().on(listOwnReviews, listed([review()])).on(removeReview, undefined);
  const { page, user } = await renderInArea(<ReviewsPage />);
  await user.click(await page.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this review?' });
  server.on(listOwnReviews, listed([], [EMMA]));
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await page.findByRole('region', { name: 'Waiting for your review' })).toBeTruthy();
  expect(server.bodiesOf(removeReview)).toEqual([{ id: idOf(7) }]);
});

async function openForm(own: OwnReview | null, options: Parameters<typeof renderInArea>[1] = {}) {
  signIn({ displayName: 'Aminah Yusof' });
  const server = new FakeServer()
    .on(getOwnReview, { product: EMMA, review: own, may_review: true })
    .on(listOwnReviews, listed([review()]))
    .on(saveReview, review());
  return { server, ...(await renderInArea(<WriteReviewPage productId={1} />, options)) };
}

test('a review needs stars and words, and is sent with its language', async () => {
  const { server, page, user, address } = await openForm(null);
  await user.click(await page.findByRole('button', { name: 'Publish review' }));
  expect((await page.findAllByRole('alert')).length).toBe(2);
  expect(document.activeElement).toBe(page.getByRole('radio', { name: '1 star: not for me' }));
  expect(server.bodiesOf(saveReview)).toEqual([]);
  expect(textOf(page.getByText(/Readers will see this name/))).toContain('Aminah Y.');
  await user.click(page.getByRole('radio', { name: '4 stars: I really liked it' }));
  await user.type(page.getByRole('textbox', { name: 'Your review' }), 'Read in one night.');
  await user.selectOptions(page.getByRole('combobox', { name: 'Language of your review' }), 'Malay');
  await user.click(page.getByRole('checkbox', { name: /gives away the plot/ }));
  await user.click(page.getByRole('button', { name: 'Publish review' }));
  expect(await screen.findByText('Your review is published. Thank you!')).toBeTruthy();
  expect(server.bodiesOf(saveReview)).toEqual([
    { product_id: 1, rating: 4, text: 'Read in one night.', language: 'ms', has_spoilers: true },
  ]);
  expect(address()).toBe('/reviews');
});

test('the stars are chosen with the arrow keys', async () => {
  const { page, user } = await openForm(review({ rating: 3 }));
  const chosen = await page.findByRole<HTMLInputElement>('radio', { name: '3 stars: I liked it' });
  chosen.focus();
  await user.keyboard('{ArrowRight}');
  expect(page.getByRole<HTMLInputElement>('radio', { name: '4 stars: I really liked it' }).checked).toBe(true);
});

test('what was written stays when saving fails', async () => {
  const { server, page, user } = await openForm(review());
  server.on(saveReview, new Refusal('too_many_requests', 'Too many requests.'));
  const text = await page.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
  await user.clear(text);
  await user.type(text, 'Changed.');
  await user.click(page.getByRole('button', { name: 'Save changes' }));
  expect(await page.findByRole('alert')).toBeTruthy();
  expect(text.value).toBe('Changed.');
});

test('who has not bought the title learns that only buyers review', async () => {
  signIn();
  new FakeServer().on(getOwnReview, { product: EMMA, review: null, may_review: false });
  const { page } = await renderInArea(<WriteReviewPage productId={1} />, { locale: 'fa' });
  expect(await page.findByRole('heading', { name: 'هنوز این کتاب را از ما نخریده‌اید' })).toBeTruthy();
  expect(page.queryByRole('textbox')).toBeNull();
});

test('a report shows the review, and is sent with its reason', async () => {
  signIn();
  const { status: _status, hidden_reason: _reason, ...published } = review();
  const server = new FakeServer().on(getReview, { ...published, author: 'Siti A.' }).on(reportReview, undefined);
  const { page, user } = await renderInArea(<ReportReviewPage id={idOf(7)} />);
  expect(await page.findByText('I read it in one night.')).toBeTruthy();
  await user.selectOptions(page.getByRole('combobox', { name: 'Reason' }), 'Advertising or spam');
  await user.click(page.getByRole('button', { name: 'Send report' }));
  expect(textOf(await page.findByRole('status'))).toBe('Thank you. We’ll look at this review.');
  expect(server.bodiesOf(reportReview)).toEqual([{ id: idOf(7), reason: 'spam', note: '' }]);
  expect(page.getByRole('link', { name: 'View book' }).getAttribute('href')).toBe('/book/1/emma#reviews');
});
