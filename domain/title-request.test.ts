import { expect, test } from 'vitest';
import { TITLE_REQUEST_STATES, TITLE_REQUEST_TRANSITIONS } from './title-request.ts';

test('a request is confirmed once, answered again and again, and fulfilled for good', () => {
  const next = (state: (typeof TITLE_REQUEST_STATES)[number]) =>
    Object.values(TITLE_REQUEST_TRANSITIONS).flatMap(({ from, to }) => (from.includes(state) ? [to] : []));
  expect(Object.fromEntries(TITLE_REQUEST_STATES.map((state) => [state, next(state)]))).toEqual({
    pending: ['open'],
    open: ['answered', 'fulfilled'],
    answered: ['answered', 'fulfilled'],
    fulfilled: [],
  });
});
