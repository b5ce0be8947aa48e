import { expect, test } from 'vitest';
import { averageRating, nextReviewState, REVIEW_ACTIONS, REVIEW_STATES, reviewerName } from './review.ts';

test('a review changes its state only by the allowed actions', () => {
  const moves = REVIEW_ACTIONS.flatMap((action) =>
    REVIEW_STATES.flatMap((from) => {
      const to = nextReviewState(action, from);
      return to ? `${action}: ${from} → ${to}` : [];
    }),
  );
  expect(moves).toEqual([
    'edit: hidden → resubmitted',
    'hide: published → hidden',
    'hide: resubmitted → hidden',
    'restore: hidden → published',
    'restore: resubmitted → published',
  ]);
});

test('an author never publishes a hidden review', () => {
  expect(REVIEW_STATES.map((from) => nextReviewState('edit', from))).not.toContain('published');
});

test.each([
  ['Aisyah Rahman', 'Aisyah R.'],
  ['  Rahman  bin  Ismail ', 'Rahman I.'],
  ['Siti', 'Siti'],
  ['陈美玲', '陈…'],
  ['陈', '陈'],
  ['مریم رضایی', 'مریم ر.'],
  ['siti@mail.test', 's…'],
  ['Ana 😀Souza', 'Ana 😀.'],
])('readers see of the name "%s": %s', (name, shown) => {
  expect(reviewerName(name)).toBe(shown);
});

test('an average has one decimal', () => {
  expect(averageRating({ sum: 14, count: 3 })).toBe(4.7);
  expect(averageRating({ sum: 5, count: 1 })).toBe(5);
});
