import { expect, test } from 'vitest';
import {
  ALERT_ACTIONS,
  ALERT_STATES,
  ALERT_TRANSITIONS,
  alertBatchSize,
  isBuyable,
  mayBecomeBuyable,
} from './alert.ts';
import { SALE_STATES } from './catalogue/availability.ts';

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

test('what can be bought needs no alert, and what never comes back has none', () => {
  const format = { is_sold: true, stock: 0 };
  const awaited = SALE_STATES.filter((state) => mayBecomeBuyable({ ...format, state }));
  expect(SALE_STATES.filter((state) => !awaited.includes(state))).toEqual([
    'no_rights',
    'withdrawn',
    'not_sold',
    'discontinued',
  ]);
  for (const state of SALE_STATES) {
    const stocked = { is_sold: true, stock: 1, state };
    expect(isBuyable(stocked) && mayBecomeBuyable(stocked)).toBe(false);
    expect(isBuyable({ ...format, state })).toBe(false);
  }
  expect(mayBecomeBuyable({ is_sold: false, stock: 3, state: 'in_stock' })).toBe(true);
});
