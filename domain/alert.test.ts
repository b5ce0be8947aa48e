import { expect, test } from 'vitest';
import { ALERT_ACTIONS, ALERT_STATES, ALERT_TRANSITIONS, alertBatchSize } from './alert.ts';

test('an alert goes on from pending to active to sent, and never back', () => {
  const steps = ALERT_ACTIONS.map((action) => ALERT_TRANSITIONS[action]);
  expect(steps).toEqual([
    { from: 'pending', to: 'active' },
    { from: 'active', to: 'sent' },
  ]);
  for (const { from, to } of steps) expect(ALERT_STATES.indexOf(to)).toBe(ALERT_STATES.indexOf(from) + 1);
});

test.each([
  [0, 0, 0],
  [1, 0, 5],
  [2, 3, 7],
  [2, 10, 0],
  [1, 200, 0],
])('of %i copies, after %i emails in the last hour, %i more readers are told', (stock, sent, more) => {
  expect(alertBatchSize(stock, sent)).toBe(more);
});
